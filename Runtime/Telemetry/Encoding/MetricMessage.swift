import FoundationEssentials
import Host

/// The encoding of metrics (opentelemetry/proto/metrics/v1/metrics.proto).
enum MetricMessage {
  /// `AGGREGATION_TEMPORALITY_CUMULATIVE`.
  private static let cumulative: UInt64 = 2

  /// Encodes metrics as one item: one field for each.
  ///
  /// - Parameter started: the instant from which counters and histograms count.
  static func item(_ families: [MetricFamily], since started: Date, at now: Date) -> ExportItem {
    var writer = ProtobufWriter()
    let (start, time) = (UnixTime.nanoseconds(started), UnixTime.nanoseconds(now))
    var points = 0
    for family in families where !family.points.isEmpty {
      points += family.points.count
      writer.message(ExportEnvelope.itemField) { $0.metric(family, start, time, cumulative) }
    }
    return ExportItem(bytes: writer.bytes, count: points)
  }
}

extension ProtobufWriter {
  /// `Metric`: `name` 1, `description` 2, `unit` 3, and one of `gauge` 5, `sum` 7, `histogram` 9. In these
  /// `data_points` 1, `aggregation_temporality` 2, and of a sum `is_monotonic` 3.
  fileprivate mutating func metric(_ family: MetricFamily, _ start: UInt64, _ time: UInt64, _ cumulative: UInt64) {
    text(1, family.name)
    if let help = family.help { text(2, help) }
    if let unit = family.unit { text(3, unit) }
    switch family.kind {
    case .gauge: message(5) { $0.points(family, start: nil, time) }
    case .counter:
      message(7) {
        $0.points(family, start: start, time)
        $0.number(2, cumulative)
        $0.number(3, 1)
      }
    case .histogram:
      message(9) {
        $0.points(family, start: start, time)
        $0.number(2, cumulative)
      }
    }
  }

  /// `NumberDataPoint`: `start_time_unix_nano` 2, `time_unix_nano` 3, `as_double` 4, `attributes` 7.
  /// `HistogramDataPoint`: the same times, `count` 4, `sum` 5, `bucket_counts` 6, `explicit_bounds` 7, `attributes` 9.
  private mutating func points(_ family: MetricFamily, start: UInt64?, _ time: UInt64) {
    for point in family.points {
      message(1) { data in
        if let start { data.fixed64(2, start) }
        data.fixed64(3, time)
        switch point.value {
        case .number(let number):
          data.double(4, number)
          for label in point.labels { data.attribute(7, TelemetryAttribute(label.name, label.value)) }
        case .histogram(let histogram):
          data.fixed64(4, histogram.total)
          data.double(5, histogram.sum)
          // The last bucket has the values above all bounds.
          let below = histogram.counts.reduce(0, +)
          data.packed(6, histogram.counts + [histogram.total - min(below, histogram.total)])
          data.packed(7, histogram.bounds)
          for label in point.labels { data.attribute(9, TelemetryAttribute(label.name, label.value)) }
        }
      }
    }
  }
}

extension MetricFamily {
  /// The unit in UCUM, by the suffix of the name; nil for another suffix.
  fileprivate var unit: String? {
    let bare = name.hasSuffix("_total") ? String(name.dropLast(6)) : name
    if bare.hasSuffix("_seconds") { return "s" }
    return bare.hasSuffix("_bytes") ? "By" : nil
  }
}
