package import Edge
package import FoundationEssentials
import Wire

/// One answered request, or one run of a job that has ended.
package struct InvocationRecord: Sendable, Hashable, Codable {
  /// The trigger that started it.
  package enum Trigger: String, Sendable, CaseIterable, Codable {
    case http
    /// A job's schedule.
    case cron
    case queue
    /// A command, the console or a test.
    case command
  }

  /// How its response ended.
  package enum Outcome: String, Sendable, CaseIterable, Codable {
    case completed
    case clientLeft = "client_left"
    /// The response, or the job, failed.
    case failed
    /// The time limit ended it; the status is that of the host's response.
    case replaced
  }

  /// The number among all records of the host.
  package var sequence: UInt64 = 0
  /// The instant of its end.
  package var time: Date
  /// The id of the request or run.
  package var id: UUID
  /// The function, or the handler of paths such as `auth`; empty for an unknown route.
  package var function: String
  package var trigger = Trigger.http
  /// The request's method; empty for a job.
  package var method = ""
  /// The request's path without its query, at most 256 characters; empty for a job.
  package var path = ""
  /// The status of the response; for a job 200, 499 (stopped, or snoozed) or 500.
  package var status: Int
  package var outcome = Outcome.completed
  /// Where its time went.
  package var timing: InvocationTiming
  /// The role of the verified token.
  package var role: String?
  /// The user of the verified token.
  package var user: UUID?
  /// The client's address.
  package var client: String?
  /// The number of the worker that ran it; nil for a function of the host's own process.
  package var worker: UInt64?
  /// The version that ran it: the first digits of a bundle's digest.
  package var version: String?
  /// The text of an unexpected error.
  package var error: String?
  /// The id of its caller's trace; nil if the trace begins here.
  package private(set) var callersTrace: String?
  /// The caller's span in that trace, 16 hexadecimal digits; nil if the trace begins here.
  package var parentSpan: String?
  /// Whether the caller records that trace; nil if it sent none.
  package var isParentSampled: Bool?
  /// Its steps, in the order of their begin. Steps of a request's background work that end after the response are left
  /// out.
  package var operations: [RunOperation] = []
  /// The number of further steps, which were not kept.
  package var operationsDropped = 0
  /// The job; nil for a request.
  package var job: Int64?
  /// The number of the job's try, from 1.
  package var attempt: Int?

  package init(time: Date, id: UUID, function: String, status: Int, timing: InvocationTiming) {
    self.time = time
    self.id = id
    self.function = function
    self.status = status
    self.timing = timing
  }
}

extension InvocationRecord {
  /// The time from its arrival to its end, in microseconds.
  package var microseconds: Int { timing.total }

  /// The id of its W3C trace, 32 hexadecimal digits. A trace that begins here has the id of the call.
  package var trace: String? {
    get { callersTrace ?? InvocationID(id).traceID }
    set { callersTrace = newValue }
  }

  /// Takes over the trace of its caller.
  mutating func adopt(_ trace: TraceContext?) {
    (callersTrace, parentSpan, isParentSampled) = (trace?.traceID, trace?.parentID, trace?.isSampled)
  }

  /// Its own span, 16 hexadecimal digits.
  package var span: String { InvocationID(id).spanID }

  /// The first eight digits of the user's id; nil without a user.
  package var shortUser: String? { user.map { String($0.lowercased.prefix(8)) } }

  /// Whether it counts as an error: a status of 500 or more, or a failed response.
  package var isError: Bool { status >= 500 || outcome == .failed }
}

extension InvocationRecord: RingRecord {
  package var footprint: Int {
    MemoryLayout<Self>.stride + path.footprint + method.footprint + client.footprint + role.footprint
      + version.footprint + error.footprint + callersTrace.footprint + parentSpan.footprint
      + operations.reduce(0) { $0 + MemoryLayout<RunOperation>.stride + $1.text.footprint + $1.error.footprint }
  }
}
