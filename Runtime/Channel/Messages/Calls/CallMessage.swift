package import Edge
package import FoundationEssentials
package import HTTPTypes

/// A call: the payload of an exchange that the host opens.
package struct CallMessage: Sendable {
  /// The part of the bundle to run.
  package var target: CallTarget
  /// The call's slot in the call page.
  package var slot: UInt32
  /// The run's id.
  package var id: UUID
  /// The trigger that started it.
  package var trigger: Invocation.Trigger
  /// The verified caller; nil without a token. The token and its secret do not leave the host.
  package var identity: Identity?
  /// The instant after which the answer comes too late, in seconds since 1970.
  package var deadline: Double
  /// The host's clock when it sent the call, in seconds since 1970.
  package var now: Double
  /// The trace, as a `traceparent` of the caller.
  package var trace: TraceContext?
  /// The job and its try; nil for a request.
  package var run: JobRun?
  /// The request's method.
  package var method: HTTPRequest.Method
  /// The path below the function's name, still encoded.
  package var path: String
  /// The query, still encoded; nil for a request without one.
  package var rawQuery: String?
  /// The header fields, which the worker reads when one of them is asked for.
  package var fields: RequestFields
  /// The body.
  package var body: MessageBody

  /// Describes a call.
  package init(
    target: CallTarget, slot: UInt32, id: UUID, trigger: Invocation.Trigger, identity: Identity? = nil,
    deadline: Double, now: Double, trace: TraceContext? = nil, run: JobRun? = nil, method: HTTPRequest.Method = .post,
    path: String = "", rawQuery: String? = nil, fields: RequestFields = RequestFields([:]), body: MessageBody = .none
  ) {
    self.target = target
    self.slot = slot
    self.id = id
    self.trigger = trigger
    self.identity = identity
    self.deadline = deadline
    self.now = now
    self.trace = trace
    self.run = run
    self.method = method
    self.path = path
    self.rawQuery = rawQuery
    self.fields = fields
    self.body = body
  }
}
