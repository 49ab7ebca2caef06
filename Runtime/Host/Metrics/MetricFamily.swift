/// The values of a metric at one time, by their labels.
package struct MetricFamily: Sendable, Hashable {
  package enum Kind: String, Sendable {
    case counter
    case gauge
    case histogram
  }

  /// A label of a value.
  package struct Label: Sendable, Hashable {
    package let name: String
    package let value: String
  }

  /// The values of a histogram.
  package struct Histogram: Sendable, Hashable {
    /// The upper bounds of the buckets, inclusive.
    package let bounds: [Double]
    /// The number of values in each bucket; those above all bounds are in `total` alone.
    package let counts: [UInt64]
    package let sum: Double
    package let total: UInt64
  }

  package enum Value: Sendable, Hashable {
    case number(Double)
    case histogram(Histogram)
  }

  /// The value of one series.
  package struct Point: Sendable, Hashable {
    package let labels: [Label]
    package let value: Value
  }

  package let name: String
  package private(set) var help: String?
  package let kind: Kind
  package let points: [Point]
}
