//! The table of all dt functions: the number of each in recordings, its parameters and its result.
//!
//! A number is never changed or used again: new functions come at the end.

use crate::layout::{Layout, Parameter, Returns, Signature};

/// The largest number of arguments of a function.
pub const MAX_ARGUMENTS: usize = 8;

/// The arguments of a call as plain bits. Unused entries are zero.
pub type Arguments = [u64; MAX_ARGUMENTS];

/// Passes the table to a macro, which is given one line `number name [parameters] -> result;` for each function.
#[macro_export]
macro_rules! for_all_functions {
    ($macro:ident) => {
        $macro! {
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
            20 dtLoadMatrixf [In(Matrixf)] -> Nothing;
            21 dtLoadMatrixd [In(Matrixd)] -> Nothing;
            22 dtMultMatrixf [In(Matrixf)] -> Nothing;
            23 dtMultMatrixd [In(Matrixd)] -> Nothing;
            24 dtTranslate [Scalar, Scalar, Scalar] -> Nothing;
            25 dtRotate [Scalar, Scalar, Scalar, Scalar] -> Nothing;
            26 dtScale [Scalar, Scalar, Scalar] -> Nothing;
            27 dtSetDefaultResponse [Callback, Unsigned, ClientData] -> Nothing;
            28 dtClearDefaultResponse [] -> Nothing;
            29 dtSetObjectResponse [Object, Callback, Unsigned, ClientData] -> Nothing;
            30 dtClearObjectResponse [Object] -> Nothing;
            31 dtResetObjectResponse [Object] -> Nothing;
            32 dtSetPairResponse [Object, Object, Callback, Unsigned, ClientData] -> Nothing;
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
            43 dtErrorString [Unsigned] -> Text;
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
            56 dtPlaced [Shape, In(Matrixd)] -> Shape;
            57 dtGetMatrixf [Object, Out(Matrixf)] -> Flag;
            58 dtGetMatrixd [Object, Out(Matrixd)] -> Flag;
            59 dtGetBBox [Object, Out(Vector), Out(Vector)] -> Flag;
            60 dtGetShape [Object] -> Shape;
            61 dtGetClosestPair [Object, Object, Out(Vector), Out(Vector)] -> Distance;
            62 dtGetCommonPoint [Object, Object, Out(Vector)] -> Flag;
            63 dtWithinDistance [Object, Object, Scalar] -> Unsigned;
            64 dtCastObjects [Object, In(Vector), Object, In(Vector), Out(Vector), Out(Vector)] -> Distance;
            65 dtRayCastObject [Object, In(Vector), In(Vector), Out(Vector), Out(Vector)] -> Distance;
            66 dtRayCast [In(Vector), In(Vector), Out(RayHit)] -> Flag;
            67 dtRayCastAll [In(Vector), In(Vector), List(RayHit), Capacity] -> Count;
            68 dtGetPenDepth [Object, Object, Out(Vector), Out(Vector), Out(Vector)] -> Distance;
            69 dtGetContacts [Object, Object, List(Contact), Capacity] -> Count;
            70 dtSetCollisionMethod [Unsigned] -> Nothing;
            71 dtSelfCollisions [Object, Capacity, List(Numbers)] -> Count;
            72 dtGetAllCollidingPolytopes [List(CollidingPolytopes), Capacity] -> Count;
            73 dtNewContext [] -> Context;
            74 dtMakeCurrent [Context] -> Nothing;
            75 dtCurrentContext [] -> Context;
            76 dtDeleteContext [Context] -> Nothing;
            77 dtSetBroadPhase [Unsigned] -> Nothing;
            78 dtSetBoxes [Unsigned] -> Nothing;
            79 dtSetThreads [Unsigned] -> Nothing;
            80 dtQueryBox [In(Vector), In(Vector), List(Pointer), Capacity] -> Count;
            81 dtGetStatistics [Out(Statistics)] -> Nothing;
            82 dtTestMotion [] -> Unsigned;
            83 dtContactTime [] -> Scalar;
            84 dtVertexPointer [Unsigned, Unsigned, Array] -> Nothing;
            85 dtVertexCount [Unsigned] -> Nothing;
            86 dtChangeVertexPointer [Shape, Unsigned, Unsigned, Array] -> Nothing;
            87 dtMorphVertexBase [Shape, Array, Array, Scalar] -> Nothing;
            88 dtSetSolid [Shape, Unsigned] -> Unsigned;
            89 dtGetBadPolygon [] -> Unsigned;
            90 dtGetIntersection [Object, Object, List(Segment), Capacity] -> Count;
            91 dtGetCollidingPolytopes [Object, Object, List(Numbers), Capacity] -> Count;
            92 dtGetTreeBoxes [Object, Unsigned, List(Box), Capacity] -> UnrecordedCount;
            93 dtSetSubdivisionLevels [Unsigned] -> Nothing;
            94 dtGetContactPatches [Object, Object, Unsigned, List(Contact), List(Number), Capacity] -> Count;
            95 dtToWorld [Object, In(Vector), Out(Vector)] -> Flag;
            96 dtToLocal [Object, In(Vector), Out(Vector)] -> Flag;
            97 dtEndTest [] -> Nothing;
            98 dtSetFilter [Object, Unsigned, Unsigned] -> Nothing;
            99 dtVertexFaceImpact [In(FourPoints), In(FourPoints), Out(Interval)] -> Flag;
            100 dtEdgeEdgeImpact [In(FourPoints), In(FourPoints), Out(Interval)] -> Flag;
            101 dtSetMotion [Unsigned] -> Nothing;
            102 dtSetSpin [Object, Scalar, Scalar, Scalar] -> Nothing;
            103 dtSetPivot [Object, Scalar, Scalar, Scalar] -> Nothing;
            104 dtCastObjectsTurning [Object, In(Box), Object, In(Box), Out(Vector), Out(Vector)] -> Distance;
            105 dtBatchPairs [Rows, Rows, Rows, Rows, Unsigned, List(Value), List(Contact), Capacity] -> Count;
            106 dtBatchContacts [Rows, Rows, Rows, Rows, List(Contact), List(Number), Capacity] -> Count;
            107 dtBatchCasts [Rows, Rows, Rows, Rows, Rows, Rows, List(RayHit), Capacity] -> Count;
            108 dtBatchRays [Rows, Rows, List(RayHit), Capacity] -> Count;
            109 dtBatchChain [Rows, Rows, Rows, Unsigned, List(Pointers), List(Value), List(Contact), Capacity] -> Count;
            110 dtGetBadRow [] -> Unsigned;
            111 dtGetLines [Unsigned, List(Line), Capacity] -> UnrecordedCount;
            112 dtAdvance [List(Stop), Capacity] -> Count;
            113 dtSaveShape [Shape, List(Byte), Capacity] -> Count;
            114 dtLoadShape [Bytes, Unsigned] -> Shape;
            115 dtSelfCollisionsMotion [Object, List(SelfContact), Capacity] -> Count;
            116 dtUndecidedTime [] -> Scalar;
            117 dtSetStopAtPenetration [Unsigned] -> Nothing;
            118 dtQuery [Unsigned, Shape, In(Matrixd), In(Box), In(QueryFilter), Rows, List(QueryHit), Capacity] -> Count;
            119 dtQueryRay [In(Vector), In(Vector), In(QueryFilter), Rows, List(QueryHit), Capacity] -> Count;
            120 dtGetEvents [List(Event), Capacity] -> Count;
            121 dtSetObjectData [Object, ClientData, Unsigned] -> Nothing;
            122 dtGetObjectData [Object, Out(Pointer), Out(Number)] -> Flag;
            123 dtGetNearPairs [Scalar, List(NearPair), Capacity] -> Count;
            124 dtGetSignedDistance [Object, In(Vector), Out(Value), Out(Vector), Out(Vector)] -> Flag;
            125 dtGetSeparation [Object, Object, Scalar, Scalar, Out(Vector), Out(Interval)] -> Flag;
            126 dtSetInnerEdges [Shape, Unsigned] -> Unsigned;
            127 dtSetFlatAngle [Shape, Scalar] -> Unsigned;
            128 dtSetOneSided [Shape, Unsigned] -> Unsigned;
            129 dtGetSurfacePoint [Object, In(Vector), Out(Number), Out(Vector)] -> Flag;
            130 dtHalfSpace [Scalar, Scalar, Scalar, Scalar] -> Shape;
            131 dtGetClash [Object, Object, Scalar, Scalar, Out(Clash), List(Segment), Capacity] -> Count;
            132 dtNewCompound [] -> Shape;
            133 dtAddPart [Shape, In(Matrixd)] -> Nothing;
            134 dtEndCompound [] -> Nothing;
            135 dtGetPart [Shape, Unsigned, Out(Number), Out(Number)] -> Flag;
            136 dtHeightField [Rows, Unsigned, Scalar, Scalar, Unsigned] -> Shape;
            137 dtChangeHeights [Shape, Unsigned, Unsigned, Unsigned, Rows] -> Nothing;
            138 dtGetHeight [Shape, Unsigned, Unsigned, Out(Value)] -> Flag;
            139 dtPoints [Rows, Scalar] -> Shape;
            140 dtBatchSurfacePoints [Rows, Rows, List(SurfacePoint), Capacity] -> Count;
            141 dtMatchContacts [Records(ContactId), Unsigned, Records(ContactId), Unsigned, List(Number), Capacity] -> Count;
            142 dtSaveWorld [List(Byte), Capacity] -> Count;
            143 dtLoadWorld [Bytes, Unsigned, Rows] -> Flag;
            144 dtGetSavedObjects [Bytes, Unsigned, List(SavedObject), Capacity] -> Count;
            145 dtReplaceResponses [Callback, Unsigned, ClientData] -> Nothing;
            146 dtBatchQuery [Unsigned, Shape, Rows, Rows, In(QueryFilter), List(QueryHit), List(Number), Capacity] -> Count;
            147 dtBatchSignedDistances [Rows, Rows, List(SignedDistance), Capacity] -> Count;
        }
    };
}

macro_rules! define_functions {
    ($($number:literal $name:ident [$($parameter:expr),*] -> $returns:ident;)*) => {
        /// A dt function. The discriminant is its number in recordings.
        #[repr(u8)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[allow(missing_docs, non_camel_case_types, reason = "each stands for the function of its name")]
        pub enum Function {
            $($name = $number,)*
        }

        impl Function {
            /// All functions in the order of their numbers.
            pub const ALL: &[Function] = &[$(Function::$name),*];

            /// The function's name.
            pub fn name(self) -> &'static str {
                match self {
                    $(Function::$name => stringify!($name),)*
                }
            }
        }

        static SIGNATURES: &[Signature] = {
            use Layout::*;
            use Parameter::*;
            &[$(Signature { parameters: &[$($parameter),*], returns: Returns::$returns }),*]
        };
    };
}

for_all_functions!(define_functions);

impl Function {
    /// The function with a number.
    pub fn from_number(number: u8) -> Option<Function> {
        Function::ALL.get(usize::from(number).checked_sub(1)?).copied()
    }

    /// Its parameters and its result.
    pub fn signature(self) -> &'static Signature {
        &SIGNATURES[self as usize - 1]
    }
}
