//! The fields of answers and their types.

use arrow_schema::DataType;

/// The type of a field.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum FieldKind {
    /// `string`.
    Text,
    /// `bool`.
    Bool,
    /// `uint32`.
    U32,
    /// `uint64`.
    U64,
    /// `float32`.
    F32,
}

impl FieldKind {
    /// Returns the Arrow type.
    #[must_use]
    pub const fn data_type(self) -> DataType {
        match self {
            Self::Text => DataType::Utf8,
            Self::Bool => DataType::Boolean,
            Self::U32 => DataType::UInt32,
            Self::U64 => DataType::UInt64,
            Self::F32 => DataType::Float32,
        }
    }

    /// Returns the kind of a field with this Arrow type, if answers have it. Texts may be `binary`.
    pub(crate) fn from_arrow(kind: &DataType) -> Option<Self> {
        if *kind == DataType::Binary {
            return Some(Self::Text);
        }
        let kinds = [Self::Text, Self::Bool, Self::U32, Self::U64, Self::F32];
        kinds.into_iter().find(|own| own.data_type() == *kind)
    }

    /// Returns the name of the type, as Arrow's libraries have it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text => "string",
            Self::Bool => "bool",
            Self::U32 => "uint32",
            Self::U64 => "uint64",
            Self::F32 => "float32",
        }
    }
}

/// A field of the answers.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// The name.
    pub name: &'static str,
    /// The type.
    pub kind: FieldKind,
    /// A sentence about its meaning.
    pub summary: &'static str,
}
