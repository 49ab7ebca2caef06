/// The end of a transaction's body: a note of the transaction's exchange.
package enum TransactionNote: UInt8, Message, Hashable {
  /// Commit: the exchange's answer says whether the changes are durable.
  case commit = 1
  /// Undo the changes.
  case rollBack = 2
}
