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

    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The values of a histogram.
  package struct Histogram: Sendable, Hashable {
    /// The upper bounds of the buckets, inclusive.
    package let bounds: [Double]
    /// The number of values in each bucket; those above all bounds are in `total` alone.
    package let counts: [UInt64]
    package let sum: Double
    package let total: UInt64

    package init(bounds: [Double], counts: [UInt64], sum: Double, total: UInt64) {
      self.bounds = bounds
      self.counts = counts
      self.sum = sum
      self.total = total
    }
  }

  package enum Value: Sendable, Hashable {
    case number(Double)
    case histogram(Histogram)
  }

  /// The value of one series.
  package struct Point: Sendable, Hashable {
    package let labels: [Label]
    package let value: Value

    package init(labels: [Label], value: Value) {
      self.labels = labels
      self.value = value
    }
  }

  package let name: String
  package let help: String?
  package let kind: Kind
  package let points: [Point]

  package init(name: String, help: String? = nil, kind: Kind, points: [Point]) {
    self.name = name
    self.help = help
    self.kind = kind
    self.points = points
  }
}

extension MetricFamily.Point {
  /// - Parameter pairs: names and values.
  init(labels pairs: [[String]], value: MetricFamily.Value) {
    self.init(labels: pairs.map { MetricFamily.Label(name: $0[0], value: $0[1]) }, value: value)
  }
}
