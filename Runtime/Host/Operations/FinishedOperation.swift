import Edge
import FoundationEssentials
import HTTPTypes
import NIOCore

/// An operation that has ended.
struct FinishedOperation: Sendable {
  let id: OperationID
  /// The id of the request or run.
  let invocation: InvocationID
  let began: NIODeadline
  let microseconds: Int
  /// The status of its response; for a job's run 200, 499 (cancelled or snoozed) or 500.
  let status: Int
  /// The request's method; nil for a job.
  var method: HTTPRequest.Method?
  /// The role of the verified token.
  var role: Role?
  /// The user of the verified token.
  var user: UUID?
  /// The job; nil for a request.
  var job: Int64?
  var trigger = Invocation.Trigger.http
}
