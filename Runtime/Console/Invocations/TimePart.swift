package import Host

/// A part of an invocation's time.
package struct TimePart: Sendable, Hashable {
  package let name: String
  /// The time in microseconds; nil if it was not measured.
  package let microseconds: Int?
  package let isWithinHandler: Bool

  /// The parts of a time, in the order in which they pass. The first one is the time that no other part explains. A
  /// function of the host's process waits for no worker, and a job has no response.
  package static func parts(of timing: InvocationTiming) -> [TimePart] {
    let waited = timing.waited.map {
      TimePart(name: "Waited for a worker", microseconds: $0, isWithinHandler: false)
    }
    let steps = [
      TimePart(name: "Handler", microseconds: timing.handler, isWithinHandler: false),
      TimePart(name: "Database", microseconds: timing.database, isWithinHandler: true),
      TimePart(name: "Calls, pushes, files", microseconds: timing.calls, isWithinHandler: true),
    ]
    let response = timing.response.map { TimePart(name: "Response", microseconds: $0, isWithinHandler: false) }
    let parts = [waited].compactMap(\.self) + steps + [response].compactMap(\.self)
    // Without the time of one of them, it would be taken for the host's.
    guard timing.handler != nil, timing.isComplete else { return parts }
    let known = parts.reduce(0) { $1.isWithinHandler ? $0 : $0 + ($1.microseconds ?? 0) }
    guard known < timing.total else { return parts }
    let rest = TimePart(
      name: "Host: token, limits, body", microseconds: timing.total - known, isWithinHandler: false)
    return [rest] + parts
  }
}
