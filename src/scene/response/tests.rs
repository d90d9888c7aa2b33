use crate::scene::response::{ContactQuery, Response, ResponseTable};
use solid_testing::Random;
use std::collections::BTreeMap;

const KINDS: [ContactQuery; 3] =
    [ContactQuery::Hit, ContactQuery::ClosestBefore, ContactQuery::CommonPoint];

/// The same as three maps.
#[derive(Default)]
struct Naive {
    default: Response<u32>,
    objects: BTreeMap<usize, Response<u32>>,
    pairs: BTreeMap<[usize; 2], Response<u32>>,
}

fn name(a: usize, b: usize) -> [usize; 2] {
    [a.min(b), a.max(b)]
}

impl Naive {
    fn lookup(&self, a: usize, b: usize) -> Response<u32> {
        if let Some(response) = self.pairs.get(&name(a, b)) {
            return *response;
        }
        *self.objects.get(&a).or(self.objects.get(&b)).unwrap_or(&self.default)
    }
}

#[test]
fn the_particular_overrules_the_general() {
    let of = |tag| Some((tag, ContactQuery::Hit));
    let mut table = ResponseTable::default();
    let lookup = |table: &ResponseTable<u32>, a, b| table.lookup(a, b).copied();
    assert_eq!(lookup(&table, 1, 2), None);
    table.set_default(of(10));
    assert_eq!(lookup(&table, 1, 2), of(10));
    table.set_object(2, of(20));
    assert_eq!(lookup(&table, 1, 2), of(20), "of the second, where the first has none");
    table.set_object(1, None);
    assert_eq!(lookup(&table, 1, 2), None, "of the first, nil as it is");
    assert_eq!(lookup(&table, 2, 1), of(20));
    table.set_pair(2, 1, of(30));
    assert_eq!((lookup(&table, 1, 2), lookup(&table, 2, 1)), (of(30), of(30)));
    table.set_pair(1, 2, None);
    assert_eq!(lookup(&table, 1, 2), None);
    table.reset_pair(1, 2);
    table.reset_object(1);
    assert_eq!(lookup(&table, 1, 2), of(20));
    table.forget(2);
    assert_eq!(lookup(&table, 1, 2), of(10));
}

#[test]
fn storms_go_as_three_maps_do() {
    let random = &mut Random::new(61);
    let mut table = ResponseTable::default();
    let mut naive = Naive::default();
    for round in 0..100_000 {
        let (a, b) = (random.below(7), 7 + random.below(5));
        let (a, b) = if round % 2 == 0 { (a, b) } else { (b, a) };
        let response = (random.below(3) > 0).then(|| (round, KINDS[random.below(3)]));
        let version = table.version();
        let changes = match random.below(12) {
            0 => {
                table.set_default(response);
                naive.default = response;
                true
            }
            1 | 2 => {
                table.set_object(a, response);
                naive.objects.insert(a, response);
                true
            }
            3 => {
                table.reset_object(a);
                naive.objects.remove(&a);
                true
            }
            4..7 => {
                table.set_pair(a, b, response);
                naive.pairs.insert(name(a, b), response);
                true
            }
            7 => {
                table.reset_pair(a, b);
                naive.pairs.remove(&name(a, b));
                true
            }
            8 => {
                table.forget(a);
                naive.objects.remove(&a);
                naive.pairs.retain(|pair, _| !pair.contains(&a));
                true
            }
            _ => false,
        };
        assert!(changes || table.version() == version);
        assert!(!changes || table.version() != version, "what was looked up is known to be stale");
        assert_ne!(table.version(), 0);
        for (p, q) in [(a, b), (b, a), (random.below(12), random.below(12))] {
            assert_eq!(table.lookup(p, q), naive.lookup(p, q).as_ref());
        }
    }
}
