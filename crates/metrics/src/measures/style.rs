//! How the values of measures are written.

/// How a value is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// A share, in percent.
    Percent,
    /// A ratio such as CI.
    Ratio,
    /// A difference, with its sign.
    Signed,
    /// An amount of information, in bits; or a coefficient of the same fineness.
    Bits,
    /// The same, with its sign.
    SignedBits,
    /// A difference of shares, in percentage points with its sign.
    SignedPercent,
    /// A score between 0 and 1 that is no share of pairs, such as average precision.
    Fine,
    /// A place in an order, a half where several share it; or a number of pairs.
    Rank,
    /// A p-value.
    Probability,
}

impl Style {
    /// The style of the size of such a value.
    #[must_use]
    pub fn unsigned(self) -> Self {
        match self {
            Self::Signed => Self::Ratio,
            Self::SignedBits => Self::Bits,
            Self::SignedPercent => Self::Percent,
            other => other,
        }
    }

    /// The style of a difference of two such values.
    #[must_use]
    pub fn of_difference(self) -> Self {
        match self {
            Self::Percent | Self::SignedPercent => Self::SignedPercent,
            Self::Ratio | Self::Signed | Self::Rank => Self::Signed,
            Self::Bits | Self::SignedBits | Self::Fine | Self::Probability => Self::SignedBits,
        }
    }
}
