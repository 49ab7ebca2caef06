import Edge
import NIOCore

/// The run of a request's function, for the record of the request.
struct FunctionRun: Sendable {
  /// The function's invocation; nil until the function is called.
  var invocation: Invocation?
  /// When it was called, and when it had answered.
  var began: NIODeadline?
  var ended: NIODeadline?
  /// The text of the error that broke off the response's body; nil if none did.
  var fault: String?
}
