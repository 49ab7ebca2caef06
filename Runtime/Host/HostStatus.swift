import Edge
import HTTPTypes

/// The host's readiness, and its counters as JSON.
struct HostStatus: Sendable {
  /// The counters of requests that no function answers.
  let unrouted: FunctionMetrics
  /// The value of `x-served-by`.
  let servedBy: String
  /// Returns the reasons why the host is not ready; empty if it is ready.
  let problems: @Sendable () async -> [String]

  /// The response at `_internal/ready`: 200, or 503 with the reasons.
  func readiness() async -> Response {
    let problems = await problems()
    let body: JSONValue =
      problems.isEmpty
      ? ["ready": true] : ["ready": false, "problems": .array(problems.map { .string($0) })]
    return (try? .json(body, status: problems.isEmpty ? .ok : .serviceUnavailable)) ?? .noContent
  }

  /// The response at `_internal/metric`: the counters of each function.
  func counters(of functions: [String: FunctionMetrics]) -> Response {
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
