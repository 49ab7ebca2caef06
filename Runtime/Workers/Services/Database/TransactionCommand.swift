import Channel
import Edge

/// A use of a transaction that a worker has asked for, and its answer.
struct TransactionCommand: Sendable {
  let operation: Operation
  let reply: OperationReply

  /// Whether the transaction's body waits for the answer. A command for which it does not wait fails the commit when it
  /// fails.
  var isAwaited: Bool {
    switch operation {
    case .savepoint, .restart, .statement(_, .append, _, _): false
    default: true
    }
  }
}
