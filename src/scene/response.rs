//! Who is called for which pair: the response table (thesis 6.3.3).

#[cfg(test)]
mod tests;

use super::growth::push;
use super::object::ObjectRef;
use solid_geometry::math::hash::Map;

/// What a callback wants to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResponseKind {
    /// That the pair collides.
    Simple,
    /// The closest points at the previous frame.
    Smart,
    /// A common point.
    Witnessed,
    /// How deep the pair is in each other.
    Depth,
    /// Where the pair touches.
    Contacts,
    /// Where the polygons of two soups cross; of any pair a common point.
    Intersection,
}

impl ResponseKind {
    /// Whether contacts come with the data.
    #[inline]
    pub fn has_contacts(self) -> bool {
        matches!(self, ResponseKind::Depth | ResponseKind::Contacts)
    }

    /// Whether there is more to be found out than [`ResponseKind::at_first`].
    #[inline]
    pub(super) fn is_completed(self) -> bool {
        self.at_first() != self
    }

    /// What is to be found out before the contacts, or the intersection.
    #[inline]
    pub(super) fn at_first(self) -> ResponseKind {
        match self {
            ResponseKind::Depth | ResponseKind::Contacts => ResponseKind::Simple,
            ResponseKind::Intersection => ResponseKind::Witnessed,
            kind => kind,
        }
    }
}

/// A response that is defined: a callback, or nil.
pub type Response<C> = Option<(C, ResponseKind)>;

/// Names a response in its table, until that changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ResponseNumber(u32);

/// Responses as default, by object, and by pair; the more particular overrules the more general.
pub struct ResponseTable<C> {
    /// By number; the default is 0.
    responses: Vec<Response<C>>,
    free: Vec<ResponseNumber>,
    objects: Map<ObjectRef, ResponseNumber>,
    pairs: Map<(ObjectRef, ObjectRef), ResponseNumber>,
    /// With whom an object has pair responses.
    partners: Map<ObjectRef, Vec<ObjectRef>>,
    /// Changes with every change, so that what was looked up is known to be stale.
    version: u64,
}

const DEFAULT: ResponseNumber = ResponseNumber(0);

impl<C> Default for ResponseTable<C> {
    fn default() -> Self {
        ResponseTable {
            responses: vec![None],
            free: Vec::new(),
            objects: Map::default(),
            pairs: Map::default(),
            partners: Map::default(),
            version: 1,
        }
    }
}

fn unordered(a: ObjectRef, b: ObjectRef) -> (ObjectRef, ObjectRef) {
    if a <= b { (a, b) } else { (b, a) }
}

impl<C: Copy> ResponseTable<C> {
    /// Changes with every change of the table; never zero.
    #[inline]
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Defines the response of all pairs.
    pub fn set_default(&mut self, response: Response<C>) {
        self.version += 1;
        self.responses[DEFAULT.0 as usize] = response;
    }

    /// Defines the response of all pairs of an object, which need not exist yet.
    pub fn set_object(&mut self, object: ObjectRef, response: Response<C>) {
        self.version += 1;
        let number = self.add(response);
        if let Some(old) = self.objects.insert(object, number) {
            self.free.push(old);
        }
    }

    /// Undefines an object's response.
    pub fn reset_object(&mut self, object: ObjectRef) {
        self.version += 1;
        self.free.extend(self.objects.remove(&object));
    }

    /// Defines the response of one pair, in either order.
    pub fn set_pair(&mut self, a: ObjectRef, b: ObjectRef, response: Response<C>) {
        self.version += 1;
        let number = self.add(response);
        if let Some(old) = self.pairs.insert(unordered(a, b), number) {
            self.free.push(old);
        } else {
            self.partners.get_or_insert_with(a, Vec::new).push(b);
            self.partners.get_or_insert_with(b, Vec::new).push(a);
        }
    }

    /// Undefines a pair's response.
    pub fn reset_pair(&mut self, a: ObjectRef, b: ObjectRef) {
        self.version += 1;
        if let Some(number) = self.pairs.remove(&unordered(a, b)) {
            self.free.push(number);
            self.forget_partner(a, b);
            self.forget_partner(b, a);
        }
    }

    /// Undefines all that is particular to an object; its partners' own responses stay.
    pub fn forget(&mut self, object: ObjectRef) {
        self.version += 1;
        self.free.extend(self.objects.remove(&object));
        for partner in self.partners.remove(&object).unwrap_or_default() {
            self.free.extend(self.pairs.remove(&unordered(object, partner)));
            self.forget_partner(partner, object);
        }
    }

    fn add(&mut self, response: Response<C>) -> ResponseNumber {
        match self.free.pop() {
            Some(number) => {
                self.responses[number.0 as usize] = response;
                number
            }
            None => {
                push(&mut self.responses, response);
                ResponseNumber((self.responses.len() - 1) as u32)
            }
        }
    }

    fn forget_partner(&mut self, of: ObjectRef, partner: ObjectRef) {
        if let Some(partners) = self.partners.get_mut(&of) {
            if let Some(place) = partners.iter().position(|p| *p == partner) {
                partners.swap_remove(place);
            }
            if partners.is_empty() {
                self.partners.remove(&of);
            }
        }
    }

    /// The response of a pair in the order of the callback's arguments: if both have one of their own, that of
    /// the first counts.
    pub fn lookup(&self, first: ObjectRef, second: ObjectRef) -> Response<C> {
        self.get(self.number(first, second))
    }

    /// The response of all pairs, if no object and no pair has one of its own.
    #[inline]
    pub fn of_all(&self) -> Option<Response<C>> {
        (self.objects.is_empty() && self.pairs.is_empty()).then(|| self.get(DEFAULT))
    }

    /// The number of what [`ResponseTable::lookup`] finds, which holds until the version changes.
    pub fn number(&self, first: ObjectRef, second: ObjectRef) -> ResponseNumber {
        if !self.pairs.is_empty()
            && let Some(number) = self.pairs.get(&unordered(first, second))
        {
            return *number;
        }
        if self.objects.is_empty() {
            return DEFAULT;
        }
        *self.objects.get(&first).or_else(|| self.objects.get(&second)).unwrap_or(&DEFAULT)
    }

    /// Whether no response wants more of a pair than whether it collides, but for what is found out when it is its turn.
    /// O(n) for n responses.
    pub fn ask_for_no_data(&self) -> bool {
        let kinds = self.responses.iter().flatten().map(|(_, kind)| kind.at_first());
        kinds.into_iter().all(|kind| kind == ResponseKind::Simple)
    }

    /// The response of a number.
    #[inline]
    pub fn get(&self, number: ResponseNumber) -> Response<C> {
        self.responses[number.0 as usize]
    }
}
