//! The numbers of a config, each with its range: what lies outside cannot be made, and the JSON Schema
//! states the same ranges.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserialize, Deserializer, Error};

/// A whole number from `LEAST` to `MOST`. `1e5` is one, as in JSON Schema; `1.5` is none.
#[derive(Debug, Clone, Copy)]
pub(super) struct Whole<const LEAST: u64, const MOST: u64>(u64);

impl<const LEAST: u64, const MOST: u64> Whole<LEAST, MOST> {
    pub(super) fn get(self) -> u64 {
        self.0
    }
}

impl<'de, const LEAST: u64, const MOST: u64> Deserialize<'de> for Whole<LEAST, MOST> {
    fn deserialize<D: Deserializer<'de>>(value: D) -> Result<Self, D::Error> {
        let number = whole(&serde_json::Number::deserialize(value)?)
            .and_then(|number| u64::try_from(number).ok())
            .filter(|number| (LEAST..=MOST).contains(number));
        number.map(Self).ok_or_else(|| {
            D::Error::custom(format!("expected a whole number from {LEAST} to {MOST}"))
        })
    }
}

impl<const LEAST: u64, const MOST: u64> JsonSchema for Whole<LEAST, MOST> {
    fn schema_name() -> Cow<'static, str> {
        format!("WholeFrom{LEAST}To{MOST}").into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "integer", "minimum": LEAST, "maximum": MOST })
    }
}

/// A score that a judge can give, from -1000 to 1000.
#[derive(Debug, Clone, Copy)]
pub(super) struct JudgesScore(i32);

impl JudgesScore {
    const LEAST: i32 = -1_000;
    const MOST: i32 = 1_000;

    pub(super) fn get(self) -> i32 {
        self.0
    }
}

impl<'de> Deserialize<'de> for JudgesScore {
    fn deserialize<D: Deserializer<'de>>(value: D) -> Result<Self, D::Error> {
        let number = whole(&serde_json::Number::deserialize(value)?)
            .and_then(|number| i32::try_from(number).ok())
            .filter(|number| (Self::LEAST..=Self::MOST).contains(number));
        number.map(Self).ok_or_else(|| D::Error::custom("a whole number from -1000 to 1000"))
    }
}

impl JsonSchema for JudgesScore {
    fn schema_name() -> Cow<'static, str> {
        "JudgesScore".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "integer", "minimum": Self::LEAST, "maximum": Self::MOST })
    }
}

/// A number from `LEAST` to `MOST`, both in ten-thousandths.
#[derive(Debug, Clone, Copy)]
pub(super) struct Decimal<const LEAST: u32, const MOST: u32>(f64);

/// A confidence level.
pub(super) type Level = Decimal<100, 9_999>;

impl<const LEAST: u32, const MOST: u32> Decimal<LEAST, MOST> {
    fn range() -> (f64, f64) {
        (f64::from(LEAST) / 10_000.0, f64::from(MOST) / 10_000.0)
    }

    pub(super) fn get(self) -> f64 {
        self.0
    }
}

impl<'de, const LEAST: u32, const MOST: u32> Deserialize<'de> for Decimal<LEAST, MOST> {
    fn deserialize<D: Deserializer<'de>>(value: D) -> Result<Self, D::Error> {
        let number = f64::deserialize(value)?;
        let (least, most) = Self::range();
        if (least..=most).contains(&number) {
            Ok(Self(number))
        } else {
            Err(D::Error::custom(format!("expected a number from {least} to {most}")))
        }
    }
}

impl<const LEAST: u32, const MOST: u32> JsonSchema for Decimal<LEAST, MOST> {
    fn schema_name() -> Cow<'static, str> {
        let (least, most) = Self::range();
        format!("NumberFrom{least}To{most}").into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let (least, most) = Self::range();
        json_schema!({ "type": "number", "minimum": least, "maximum": most })
    }
}

/// The whole number that a number is, up to the greatest that 64 bits hold.
fn whole(number: &serde_json::Number) -> Option<i128> {
    if let Some(number) = number.as_i128() {
        return Some(number);
    }
    // Beyond 2^64 nothing has a range.
    const BEYOND: f64 = 18_446_744_073_709_551_616.0;
    let number = number.as_f64()?;
    if number.fract() != 0.0 || number.abs() >= BEYOND {
        return None;
    }
    // The standard library writes a whole float with all its digits.
    format!("{number:.0}").parse().ok()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn read<'de, T: Deserialize<'de>>(value: Value) -> Option<T> {
        T::deserialize(value).ok()
    }

    #[test]
    fn whole_numbers_are_those_of_json_schema() {
        let of = |value: Value| read::<Whole<1, 1_000_000>>(value).map(Whole::get);
        assert_eq!(of(json!(1)), Some(1));
        assert_eq!(of(json!(1e5)), Some(100_000));
        assert_eq!(of(json!(1_000_000)), Some(1_000_000));
        for outside in [json!(0), json!(-1), json!(1_000_001), json!(1e8), json!(u64::MAX)] {
            assert_eq!(of(outside.clone()), None, "{outside}");
        }
        for none in [json!(1.5), json!(1e300), json!("7"), json!(true), json!(null), json!([1])] {
            assert_eq!(of(none.clone()), None, "{none}");
        }
    }

    #[test]
    fn a_seed_is_any_number_of_64_bits() {
        let of = |value: Value| read::<Whole<0, { u64::MAX }>>(value).map(Whole::get);
        assert_eq!(of(json!(u64::MAX)), Some(u64::MAX));
        assert_eq!(of(json!(1e18)), Some(1_000_000_000_000_000_000));
        // 2^64, and -0, which is 0.
        assert_eq!(of(json!(18_446_744_073_709_551_616.0)), None);
        assert_eq!(of(json!(-0.0)), Some(0));
        assert_eq!(of(json!(-1)), None);
    }

    #[test]
    fn scores_of_judges_and_levels_have_their_ranges() {
        let score = |value: Value| read::<JudgesScore>(value).map(JudgesScore::get);
        assert_eq!((score(json!(-1000)), score(json!(1000))), (Some(-1000), Some(1000)));
        assert_eq!((score(json!(-1001)), score(json!(1001))), (None, None));
        let level = |value: Value| read::<Level>(value).map(Level::get);
        assert_eq!((level(json!(0.01)), level(json!(0.9999))), (Some(0.01), Some(0.9999)));
        for outside in [json!(0), json!(1), json!(0.00999), json!(0.99999), json!(-0.5), json!(95)]
        {
            assert_eq!(level(outside.clone()), None, "{outside}");
        }
    }
}
