import CoreMetrics
package import FoundationEssentials
import Synchronization

/// The series of the process, by name and labels, and their text in Prometheus' exposition format (version 0.0.4).
///
/// It is a `MetricsFactory`, so it contains the host's metrics and those of functions that use swift-metrics.
public final class PrometheusRegistry: Sendable {
  enum Series: Sendable {
    /// A counter or a gauge.
    case number(ValueSeries)
    case histogram(HistogramSeries)

    var value: MetricFamily.Value {
      switch self {
      case .number(let series): return .number(series.current)
      case .histogram(let histogram):
        let state = histogram.current
        return .histogram(
          MetricFamily.Histogram(bounds: histogram.bounds, counts: state.counts, sum: state.sum, total: state.total))
      }
    }
  }

  private struct Family {
    var help: String?
    var kind: MetricFamily.Kind
    /// The series by their labels, which are sorted by name.
    var series: [[MetricFamily.Label]: Series] = [:]
  }

  /// The instant from which counters and histograms count.
  package let started = Date()
  private let families = Mutex<[String: Family]>([:])

  /// An empty registry.
  public init() {}

  func counter(_ name: String, _ labels: [(String, String)] = [], help: String? = nil) -> ValueSeries {
    number(.counter, name, labels, help)
  }

  func gauge(_ name: String, _ labels: [(String, String)] = [], help: String? = nil) -> ValueSeries {
    number(.gauge, name, labels, help)
  }

  private func number(
    _ kind: MetricFamily.Kind, _ name: String, _ labels: [(String, String)], _ help: String?
  ) -> ValueSeries {
    let series = series(kind, name, labels, help) { .number(ValueSeries()) }
    if case .number(let number) = series { return number }
    return ValueSeries()
  }

  func histogram(
    _ name: String, _ labels: [(String, String)] = [], bounds: [Double] = HistogramSeries.latencyBuckets,
    help: String? = nil
  ) -> HistogramSeries {
    let series = series(.histogram, name, labels, help) { .histogram(HistogramSeries(bounds: bounds)) }
    if case .histogram(let histogram) = series { return histogram }
    return HistogramSeries(bounds: bounds)
  }

  /// Returns the series of a name and labels, and creates it if needed. If the name has another kind, the series is not
  /// exported.
  private func series(
    _ kind: MetricFamily.Kind, _ name: String, _ labels: [(String, String)], _ help: String?, make: () -> Series
  ) -> Series {
    let name = Self.sanitized(name)
    // A label's name cannot contain a colon; a metric's name can.
    let key = labels.map {
      MetricFamily.Label(name: Self.sanitized($0.0).replacing(":", with: "_"), value: $0.1)
    }
    .sorted { $0.name < $1.name }
    return families.withLock { families in
      var family = families[name] ?? Family(help: help, kind: kind)
      guard family.kind == kind else { return make() }
      if let series = family.series[key] { return series }
      let series = make()
      family.series[key] = series
      families[name] = family
      return series
    }
  }

  private static func sanitized(_ name: String) -> String {
    let valid = name.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == ":") ? $0 : "_" }
    return valid.first?.isNumber ?? true ? "_" + String(valid) : String(valid)
  }

  /// The current values of every series in Prometheus' format, sorted by name and labels.
  public var text: String { metrics.map(\.text).joined() }

  /// The current values of every series, sorted by name and labels.
  package var metrics: [MetricFamily] {
    families.withLock(\.self).sorted { $0.key < $1.key }.map { name, family in
      let series = family.series.sorted {
        $0.key.lexicographicallyPrecedes($1.key) { ($0.name, $0.value) < ($1.name, $1.value) }
      }
      return MetricFamily(
        name: name, help: family.help, kind: family.kind,
        points: series.map { labels, series in MetricFamily.Point(labels: labels, value: series.value) })
    }
  }
}
