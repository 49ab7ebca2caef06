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
  package private(set) var job: Int64?
  package private(set) var began = NIODeadline.now()
  /// The operation that it is; nil for the host's own controls and for background work.
  private(set) var operation: OperationID?
  /// Whether it runs a function. Otherwise a handler of paths answers a request.
  private(set) var isFunction = true
  private(set) var trigger = Invocation.Trigger.http

  /// The invocation for its background work, which begins now.
  var background: RunningInvocation { RunningInvocation(function: function, id: id, job: job) }
}
