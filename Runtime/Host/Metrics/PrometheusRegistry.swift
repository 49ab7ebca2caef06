import CoreMetrics
package import FoundationEssentials
import Synchronization

/// The series of the process, by name and labels, and their text in Prometheus' exposition format (version 0.0.4).
///
/// It is a `MetricsFactory`, so it contains the host's metrics and those of functions that use swift-metrics.
public final class PrometheusRegistry: Sendable {
  enum Series: Sendable {
    case counter(ValueSeries)
    case gauge(ValueSeries)
    case histogram(HistogramSeries)

    var kind: String {
      switch self {
      case .counter: "counter"
      case .gauge: "gauge"
      case .histogram: "histogram"
      }
    }
  }

  struct Labels: Hashable, Sendable {
    let pairs: [[String]]
    init(_ pairs: [(String, String)]) { self.pairs = pairs.sorted { $0.0 < $1.0 }.map { [$0.0, $0.1] } }
  }

  private struct Family {
    var help: String?
    var kind: String
    var series: [Labels: Series] = [:]
  }

  /// The instant from which counters and histograms count.
  package let started = Date()
  private let families = Mutex<[String: Family]>([:])

  /// An empty registry.
  public init() {}

  func counter(_ name: String, _ labels: [(String, String)] = [], help: String? = nil) -> ValueSeries {
    let series = series(name, labels, help) { .counter(ValueSeries()) }
    if case .counter(let counter) = series { return counter }
    return ValueSeries()
  }

  func gauge(_ name: String, _ labels: [(String, String)] = [], help: String? = nil) -> ValueSeries {
    let series = series(name, labels, help) { .gauge(ValueSeries()) }
    if case .gauge(let gauge) = series { return gauge }
    return ValueSeries()
  }

  func histogram(
    _ name: String, _ labels: [(String, String)] = [], bounds: [Double] = HistogramSeries.latencyBuckets,
    help: String? = nil
  ) -> HistogramSeries {
    let series = series(name, labels, help) { .histogram(HistogramSeries(bounds: bounds)) }
    if case .histogram(let histogram) = series { return histogram }
    return HistogramSeries(bounds: bounds)
  }

  /// Returns the series of a name and labels, and creates it if needed. If the name has another kind, the series is not
  /// exported.
  private func series(
    _ name: String, _ labels: [(String, String)], _ help: String?, make: () -> Series
  ) -> Series {
    let name = Self.sanitized(name)
    // A label's name cannot contain a colon; a metric's name can.
    let key = Labels(labels.map { (Self.sanitized($0.0).replacing(":", with: "_"), $0.1) })
    return families.withLock { families in
      if let series = families[name]?.series[key] { return series }
      let series = make()
      var family = families[name] ?? Family(help: help, kind: series.kind)
      guard family.kind == series.kind else { return series }
      family.series[key] = series
      families[name] = family
      return series
    }
  }

  private static func sanitized(_ name: String) -> String {
    let valid = name.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == ":") ? $0 : "_" }
    return valid.first?.isNumber ?? true ? "_" + String(valid) : String(valid)
  }

  /// Every series, sorted by name and labels.
  public var text: String {
    var text = ""
    for (name, family) in families.withLock({ $0 }).sorted(by: { $0.key < $1.key }) {
      if let help = family.help { text += "# HELP \(name) \(help)\n" }
      text += "# TYPE \(name) \(family.kind)\n"
      let lines = family.series.map { labels, series in Self.lines(name, labels, series) }
      text += lines.sorted().joined()
    }
    return text
  }

  /// The current values of every series, sorted by name and labels.
  package var metrics: [MetricFamily] {
    families.withLock(\.self).sorted { $0.key < $1.key }.compactMap { name, family in
      guard let kind = MetricFamily.Kind(rawValue: family.kind) else { return nil }
      let series = family.series.sorted {
        $0.key.pairs.lexicographicallyPrecedes($1.key.pairs) { $0.lexicographicallyPrecedes($1) }
      }
      return MetricFamily(
        name: name, help: family.help, kind: kind,
        points: series.map { labels, series in MetricFamily.Point(labels: labels.pairs, value: Self.value(series)) })
    }
  }

  private static func value(_ series: Series) -> MetricFamily.Value {
    switch series {
    case .counter(let value), .gauge(let value): return .number(value.current)
    case .histogram(let histogram):
      let state = histogram.current
      return .histogram(
        MetricFamily.Histogram(bounds: histogram.bounds, counts: state.counts, sum: state.sum, total: state.total))
    }
  }

  private static func lines(_ name: String, _ labels: Labels, _ series: Series) -> String {
    switch series {
    case .counter(let value), .gauge(let value): return "\(name)\(written(labels)) \(number(value.current))\n"
    case .histogram(let histogram):
      let state = histogram.current
      var text = ""
      var below: UInt64 = 0
      for (bound, count) in zip(histogram.bounds, state.counts) {
        below += count
        text += "\(name)_bucket\(written(labels, ("le", number(bound)))) \(below)\n"
      }
      text += "\(name)_bucket\(written(labels, ("le", "+Inf"))) \(state.total)\n"
      text += "\(name)_sum\(written(labels)) \(state.sum)\n"
      return text + "\(name)_count\(written(labels)) \(state.total)\n"
    }
  }

  private static func number(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : String(value)
  }

  private static func written(_ labels: Labels, _ more: (String, String)? = nil) -> String {
    let pairs = labels.pairs + (more.map { [[$0.0, $0.1]] } ?? [])
    guard !pairs.isEmpty else { return "" }
    let written = pairs.map { pair in
      let value = pair[1].replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
      return "\(pair[0])=\"\(value)\""
    }
    return "{" + written.joined(separator: ",") + "}"
  }
}
