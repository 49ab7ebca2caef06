package import Edge
package import NIOCore

/// An invocation of a function that has begun and not ended.
///
/// It is plain bytes, without references: the report of a crash reads it in a signal handler, where nothing may be allocated, locked or
/// counted.
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

  init(function: FunctionLabel, id: InvocationID, job: Int64? = nil, began: NIODeadline = .now()) {
    self.function = function
    self.id = id
    self.job = job
    self.began = began
  }

  /// The background work that it leaves, as an invocation that begins now.
  var background: RunningInvocation { RunningInvocation(function: function, id: id, job: job) }
}
