//! Texts of another library's arrays are bytes until they were checked: reading bytes that are no UTF-8 as texts is undefined.

use polars_arrow::array::{
    Array, BinaryViewArray, DictionaryArray, FixedSizeListArray, ListArray, StructArray, Utf8Array,
    Utf8ViewArray,
};
use polars_arrow::datatypes::PhysicalType;
use polars_arrow::match_integer_type;
use polars_arrow::offset::Offset;

/// Whether an array, or one within it, has a text that is no UTF-8.
pub(crate) fn has_invalid_text(array: &dyn Array) -> bool {
    let any = array.as_any();
    match array.dtype().to_physical_type() {
        PhysicalType::Utf8 => any.downcast_ref().is_some_and(is_invalid::<i32>),
        PhysicalType::LargeUtf8 => any.downcast_ref().is_some_and(is_invalid::<i64>),
        PhysicalType::Utf8View => any.downcast_ref().is_some_and(is_invalid_view),
        PhysicalType::List => any
            .downcast_ref()
            .is_some_and(|list: &ListArray<i32>| has_invalid_text(&**list.values())),
        PhysicalType::LargeList => any
            .downcast_ref()
            .is_some_and(|list: &ListArray<i64>| has_invalid_text(&**list.values())),
        PhysicalType::FixedSizeList => any
            .downcast_ref()
            .is_some_and(|list: &FixedSizeListArray| has_invalid_text(&**list.values())),
        PhysicalType::Struct => {
            let fields = any.downcast_ref().map(StructArray::values).into_iter().flatten();
            fields.into_iter().any(|field| has_invalid_text(&**field))
        }
        PhysicalType::Dictionary(key) => match_integer_type!(key, |$T| {
            any.downcast_ref().is_some_and(|array: &DictionaryArray<$T>| has_invalid_text(&**array.values()))
        }),
        _ => false,
    }
}

fn is_invalid<O: Offset>(array: &Utf8Array<O>) -> bool {
    let bytes = array.values().as_slice();
    let mut ends = array.offsets().iter().map(O::to_usize);
    let mut start = ends.next().unwrap_or_default();
    // A text may end within a letter although all texts together are valid.
    ends.any(|end| {
        let text = bytes.get(start..end);
        start = end;
        text.is_none_or(|text| std::str::from_utf8(text).is_err())
    })
}

fn is_invalid_view(array: &Utf8ViewArray) -> bool {
    let bytes: BinaryViewArray = array.to_binview();
    bytes.iter().flatten().any(|text| std::str::from_utf8(text).is_err())
}
