package import Edge
package import NIOCore

/// An invocation of a function, or a call of a handler of paths, that has begun and not ended.
///
/// It has no references: the crash report reads it in a signal handler, which must not allocate, lock or count
/// references.
package struct RunningInvocation: Sendable {
  /// The invocation that the current task works for; nil outside of one.
  @TaskLocal package static var current: RunningInvocation?

  /// The function's name.
  package let function: FunctionLabel
  /// The id of the request or run.
  package let id: InvocationID
  /// The job that it belongs to; nil for a request.
  package let job: Int64?
  /// When it began.
  package let began: NIODeadline
  /// The operation that it is; nil for the host's own controls and for background work.
  let operation: OperationID?
  /// Whether it runs a function. Otherwise a handler of paths answers a request.
  let isFunction: Bool
  let trigger: Invocation.Trigger

  init(
    function: FunctionLabel, id: InvocationID, job: Int64? = nil, began: NIODeadline = .now(),
    operation: OperationID? = nil, isFunction: Bool = true, trigger: Invocation.Trigger = .http
  ) {
    self.function = function
    self.id = id
    self.job = job
    self.began = began
    self.operation = operation
    self.isFunction = isFunction
    self.trigger = trigger
  }

  /// The invocation for its background work, which begins now.
  var background: RunningInvocation { RunningInvocation(function: function, id: id, job: job) }
}
