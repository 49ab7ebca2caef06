import Edge
import HTTPTypes

/// What the host says of itself: whether it is ready, and its counters as JSON.
struct HostStatus: Sendable {
  /// Counts requests that no function answers.
  let unrouted: FunctionMetrics
  /// `x-served-by`.
  let servedBy: String
  let functions: [String: FunctionMetrics]
  /// What keeps the host from being ready; empty when nothing does.
  let problems: @Sendable () async -> [String]

  /// `_internal/ready`: 200, or 503 with what is missing.
  func readiness() async -> Response {
    let problems = await problems()
    let body: JSONValue =
      problems.isEmpty
      ? ["ready": true] : ["ready": false, "problems": .array(problems.map { .string($0) })]
    return (try? .json(body, status: problems.isEmpty ? .ok : .serviceUnavailable)) ?? .noContent
  }

  /// `_internal/metric`: the counters of each function.
  func counters() -> Response {
    var totals = (requests: 0.0, inFlight: 0.0)
    var byName = JSONObject()
    for (name, metrics) in functions.sorted(by: { $0.key < $1.key }) {
      let snapshot = metrics.snapshot
      let requests = snapshot.byStatus.values.reduce(0, +)
      totals.requests += requests
      totals.inFlight += snapshot.inFlight
      byName[name] = [
        "requests": .integer(Int64(requests)), "in_flight": .integer(Int64(snapshot.inFlight)),
        "seconds": .number(snapshot.seconds),
        "by_status": .object(
          JSONObject(snapshot.byStatus.sorted { $0.key < $1.key }.map { (String($0.key), .integer(Int64($0.value))) })),
      ]
    }
    let body: JSONValue = [
      "requests": .integer(Int64(totals.requests)), "in_flight": .integer(Int64(totals.inFlight)),
      "functions": .object(byName),
    ]
    return (try? .json(body)) ?? .noContent
  }
}
