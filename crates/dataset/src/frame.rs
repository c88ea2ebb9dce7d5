//! Tables in memory: Arrow's batches, which are read in place, as often as they are wanted.

use polars_arrow::array::{Array, PrimitiveArray};
use polars_arrow::bitmap::Bitmap;
use polars_arrow::datatypes::{ArrowDataType as Type, ArrowSchema, Field};
use polars_arrow::types::NativeType;

use crate::ProblemKind;

/// A table in memory.
#[derive(Debug)]
pub struct Frame {
    pub(crate) schema: ArrowSchema,
    pub(crate) batches: Vec<Vec<Box<dyn Array>>>,
    rows: usize,
}

/// Is told what is read of a table in memory: bytes that the same cells always make.
pub type Seen = Box<dyn FnMut(&[u8]) + Send>;

impl Frame {
    /// A table of columns, from batches with an array for each. A number that is not a number (NaN) is an absent one.
    ///
    /// # Errors
    /// Two columns of one name, no rows, and arrays that do not fit the columns.
    pub fn new(
        columns: Vec<Field>,
        batches: Vec<Vec<Box<dyn Array>>>,
    ) -> Result<Self, ProblemKind> {
        let malformed = |message: String, help: &str| {
            Err(ProblemKind::Malformed { message, help: Some(help.to_owned()) })
        };
        let mut schema = ArrowSchema::default();
        for field in columns {
            if schema.get(&field.name).is_some() {
                let message = format!("two columns have the name `{}`", field.name);
                return malformed(message, "rename one of them");
            }
            schema.insert(field.name.clone(), field);
        }
        let mut rows = 0;
        for batch in &batches {
            let length = batch.first().map_or(0, |array| array.len());
            let fits = batch
                .iter()
                .zip(schema.iter_values())
                .all(|(array, field)| array.len() == length && *array.dtype() == field.dtype);
            if batch.len() != schema.len() || !fits {
                return malformed("its batches do not fit its columns".to_owned(), "convert it");
            }
            rows += length;
        }
        if rows == 0 {
            let help = "check how it was selected; a reader of batches or a query's result can be read only once";
            return malformed("the table has no rows".to_owned(), help);
        }
        let defined = |batch: Vec<Box<dyn Array>>| batch.into_iter().map(without_nan).collect();
        Ok(Self { schema, batches: batches.into_iter().map(defined).collect(), rows })
    }

    /// The names of the columns.
    pub fn columns(&self) -> impl Iterator<Item = &str> {
        self.schema.iter_names().map(|name| name.as_str())
    }

    /// The columns, with their types.
    #[must_use]
    pub fn schema(&self) -> &ArrowSchema {
        &self.schema
    }

    /// The batches, each with an array for each column.
    #[must_use]
    pub fn batches(&self) -> &[Vec<Box<dyn Array>>] {
        &self.batches
    }

    /// How many rows there are.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }
}

/// The numbers of an array, of which those that are not numbers are absent.
fn without_nan(array: Box<dyn Array>) -> Box<dyn Array> {
    fn of<T: NativeType>(array: &dyn Array, is_nan: fn(&T) -> bool) -> Option<Box<dyn Array>> {
        let numbers = array.as_any().downcast_ref::<PrimitiveArray<T>>()?;
        if !numbers.values().iter().any(is_nan) {
            return None;
        }
        let known = numbers.iter().map(|number| number.is_some_and(|number| !is_nan(number)));
        Some(Box::new(numbers.clone().with_validity(Some(known.collect::<Bitmap>()))))
    }
    let changed = match array.dtype().to_storage() {
        Type::Float32 => of::<f32>(array.as_ref(), |number| number.is_nan()),
        Type::Float64 => of::<f64>(array.as_ref(), |number| number.is_nan()),
        _ => None,
    };
    changed.unwrap_or(array)
}
