import Synchronization

/// The metrics of one function, or of one handler of paths.
final class FunctionMetrics: Sendable {
  let operation: OperationName
  private let name: String
  private let registry: PrometheusRegistry
  private let inFlight: ValueSeries
  /// The durations of the calls; nil if they are not measured.
  private let latency: HistogramSeries?
  private let byStatus = Mutex<[Int: ValueSeries]>([:])

  init(_ operation: OperationName, _ name: String, _ registry: PrometheusRegistry, isMeasured: Bool) {
    self.operation = operation
    self.name = name
    self.registry = registry
    inFlight = registry.gauge(
      "swiftlet_requests_in_flight", [("function", name)], help: "Requests that are being answered")
    latency =
      isMeasured
      ? registry.histogram(
        "swiftlet_request_duration_seconds", [("function", name)],
        help: "Time from the head of a request to the end of its response") : nil
  }

  func started() { inFlight.add(1) }

  func finished(status: Int, seconds: Double) {
    inFlight.add(-1)
    latency?.record(seconds)
    let counter = byStatus.withLock { byStatus in
      if let counter = byStatus[status] { return counter }
      let counter = registry.counter(
        "swiftlet_requests_total", [("function", name), ("status", String(status))], help: "Answered requests")
      byStatus[status] = counter
      return counter
    }
    counter.add(1)
  }

  /// The answered requests by status, the requests in hand, and the sum of all durations in seconds.
  var snapshot: (byStatus: [Int: Double], inFlight: Double, seconds: Double) {
    (byStatus.withLock { $0.mapValues(\.current) }, inFlight.current, latency?.current.sum ?? 0)
  }
}
