//! Every dt function with its number in recordings, what its arguments are, and what it answers.
//!
//! A number is given once and for all: what is added comes at the end.

use super::raw::Raw;
use super::values::{Answer, Kind, Layout, Signature, padded};
use crate::capi::*;
use Kind::{Array, Context, Data, Function, In, List, Object, Out, Room, Scalar, Shape, Unsigned};

/// The most arguments of a function.
pub const MOST_ARGUMENTS: usize = 6;

/// Arguments as plain bits; places that a function has no argument for are zero.
pub type Arguments = [u64; MOST_ARGUMENTS];

macro_rules! calls {
    ($($number:literal $name:ident [$($kind:expr),*] -> $answer:ident;)*) => {
        /// A dt function.
        #[repr(u8)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[allow(missing_docs, non_camel_case_types, reason = "named as what they stand for")]
        pub enum Op {
            $($name = $number,)*
        }

        /// All functions, in the order of their numbers.
        pub static OPS: &[Op] = &[$(Op::$name),*];

        static SIGNATURES: &[Signature] =
            &[$(Signature { arguments: padded(&[$($kind),*]), answer: Answer::$answer }),*];

        impl Op {
            /// The function's name.
            pub fn name(self) -> &'static str {
                match self {
                    $(Op::$name => stringify!($name),)*
                }
            }
        }

        /// Calls a function; returns the bits of its answer.
        ///
        /// # Safety
        ///
        /// The arguments are such as the function may be given.
        pub unsafe fn call(op: Op, arguments: &Arguments) -> u64 {
            let mut place = 0;
            let mut next = || {
                place += 1;
                arguments[place - 1]
            };
            // SAFETY: the same promise is asked of our caller. Each argument was made of a value of this type.
            unsafe {
                match op {
                    $(Op::$name => $name($({
                        const _: Kind = $kind;
                        Raw::from_raw(next())
                    }),*).raw(),)*
                }
            }
        }
    };
}

impl Op {
    /// The function of a number.
    pub fn of(number: u8) -> Option<Op> {
        OPS.get(usize::from(number).checked_sub(1)?).copied()
    }

    /// What its arguments are, and what it answers.
    pub fn signature(self) -> &'static Signature {
        &SIGNATURES[self as usize - 1]
    }
}

const VECTOR: Layout = Layout::Vector;

calls! {
    1 dtBox [Scalar, Scalar, Scalar] -> Shape;
    2 dtCone [Scalar, Scalar] -> Shape;
    3 dtCylinder [Scalar, Scalar] -> Shape;
    4 dtSphere [Scalar] -> Shape;
    5 dtNewComplexShape [] -> Shape;
    6 dtEndComplexShape [] -> Nothing;
    7 dtBegin [Unsigned] -> Nothing;
    8 dtEnd [] -> Nothing;
    9 dtVertex [Scalar, Scalar, Scalar] -> Nothing;
    10 dtVertexBase [Array] -> Nothing;
    11 dtVertexIndex [Unsigned] -> Nothing;
    12 dtVertexIndices [Unsigned, Unsigned, Array] -> Nothing;
    13 dtVertexRange [Unsigned, Unsigned, Unsigned] -> Nothing;
    14 dtChangeVertexBase [Shape, Array] -> Nothing;
    15 dtDeleteShape [Shape] -> Nothing;
    16 dtCreateObject [Object, Shape] -> Nothing;
    17 dtDeleteObject [Object] -> Nothing;
    18 dtSelectObject [Object] -> Nothing;
    19 dtLoadIdentity [] -> Nothing;
    20 dtLoadMatrixf [In(Layout::Matrixf)] -> Nothing;
    21 dtLoadMatrixd [In(Layout::Matrixd)] -> Nothing;
    22 dtMultMatrixf [In(Layout::Matrixf)] -> Nothing;
    23 dtMultMatrixd [In(Layout::Matrixd)] -> Nothing;
    24 dtTranslate [Scalar, Scalar, Scalar] -> Nothing;
    25 dtRotate [Scalar, Scalar, Scalar, Scalar] -> Nothing;
    26 dtScale [Scalar, Scalar, Scalar] -> Nothing;
    27 dtSetDefaultResponse [Function, Unsigned, Data] -> Nothing;
    28 dtClearDefaultResponse [] -> Nothing;
    29 dtSetObjectResponse [Object, Function, Unsigned, Data] -> Nothing;
    30 dtClearObjectResponse [Object] -> Nothing;
    31 dtResetObjectResponse [Object] -> Nothing;
    32 dtSetPairResponse [Object, Object, Function, Unsigned, Data] -> Nothing;
    33 dtClearPairResponse [Object, Object] -> Nothing;
    34 dtResetPairResponse [Object, Object] -> Nothing;
    35 dtTest [] -> Unsigned;
    36 dtProceed [] -> Nothing;
    37 dtEnableCaching [] -> Nothing;
    38 dtDisableCaching [] -> Nothing;
    39 dtSetTolerance [Scalar] -> Nothing;
    40 dtTestObjects [Object, Object] -> Unsigned;
    41 dtEllipsoid [Scalar, Scalar, Scalar] -> Shape;
    42 dtGetError [] -> Unsigned;
    43 dtErrorString [Unsigned] -> Unrecorded;
    44 dtPoint [Scalar, Scalar, Scalar] -> Shape;
    45 dtLineSegment [Scalar, Scalar, Scalar, Scalar, Scalar, Scalar] -> Shape;
    46 dtRectangle [Scalar, Scalar] -> Shape;
    47 dtDisc [Scalar] -> Shape;
    48 dtEllipse [Scalar, Scalar] -> Shape;
    49 dtCapsule [Scalar, Scalar] -> Shape;
    50 dtLozenge [Scalar, Scalar, Scalar] -> Shape;
    51 dtRoundBox [Scalar, Scalar, Scalar, Scalar] -> Shape;
    52 dtWheel [Scalar, Scalar] -> Shape;
    53 dtFrustum [Scalar, Scalar, Scalar, Scalar, Scalar] -> Shape;
    54 dtSum [Shape, Shape] -> Shape;
    55 dtHull [Shape, Shape] -> Shape;
    56 dtPlaced [Shape, In(Layout::Matrixd)] -> Shape;
    57 dtGetMatrixf [Object, Out(Layout::Matrixf)] -> Flag;
    58 dtGetMatrixd [Object, Out(Layout::Matrixd)] -> Flag;
    59 dtGetBBox [Object, Out(VECTOR), Out(VECTOR)] -> Flag;
    60 dtGetShape [Object] -> Shape;
    61 dtGetClosestPair [Object, Object, Out(VECTOR), Out(VECTOR)] -> Distance;
    62 dtGetCommonPoint [Object, Object, Out(VECTOR)] -> Flag;
    63 dtWithinDistance [Object, Object, Scalar] -> Unsigned;
    64 dtCastObjects [Object, In(VECTOR), Object, In(VECTOR), Out(VECTOR), Out(VECTOR)] -> Distance;
    65 dtRayCastObject [Object, In(VECTOR), In(VECTOR), Out(VECTOR), Out(VECTOR)] -> Distance;
    66 dtRayCast [In(VECTOR), In(VECTOR), Out(Layout::RayHit)] -> Flag;
    67 dtRayCastAll [In(VECTOR), In(VECTOR), List(Layout::RayHit), Room] -> Count;
    68 dtGetPenDepth [Object, Object, Out(VECTOR), Out(VECTOR), Out(VECTOR)] -> Distance;
    69 dtGetContacts [Object, Object, List(Layout::Contact), Room] -> Count;
    70 dtSetCollisionMethod [Unsigned] -> Nothing;
    71 dtSelfCollisions [Object, Room, List(Layout::Numbers)] -> Count;
    72 dtGetAllCollidingPolytopes [List(Layout::CollidingPolytopes), Room] -> Count;
    73 dtNewContext [] -> Context;
    74 dtMakeCurrent [Context] -> Nothing;
    75 dtCurrentContext [] -> Context;
    76 dtDeleteContext [Context] -> Nothing;
    77 dtSetBroadPhase [Unsigned] -> Nothing;
    78 dtSetBoxes [Unsigned] -> Nothing;
    79 dtSetThreads [Unsigned] -> Nothing;
    80 dtQueryBox [In(VECTOR), In(VECTOR), List(Layout::Object), Room] -> Count;
    81 dtGetStatistics [Out(Layout::Statistics)] -> Nothing;
    82 dtTestMotion [] -> Unsigned;
    83 dtContactTime [] -> Scalar;
    84 dtVertexPointer [Unsigned, Unsigned, Array] -> Nothing;
    85 dtVertexCount [Unsigned] -> Nothing;
    86 dtChangeVertexPointer [Shape, Unsigned, Unsigned, Array] -> Nothing;
    87 dtMorphVertexBase [Shape, Array, Array, Scalar] -> Nothing;
    88 dtSetSolid [Shape, Unsigned] -> Unsigned;
    89 dtGetBadPolygon [] -> Unsigned;
    90 dtGetIntersection [Object, Object, List(Layout::Segment), Room] -> Count;
    91 dtGetCollidingPolytopes [Object, Object, List(Layout::Numbers), Room] -> Count;
    92 dtGetTreeBoxes [Object, Unsigned, List(Layout::Box), Room] -> Unrecorded;
    93 dtSetSubdivisionLevels [Unsigned] -> Nothing;
    94 dtGetContactPatches [Object, Object, Unsigned, List(Layout::Contact), List(Layout::Number), Room] -> Count;
}
