extension OperationGate {
  /// The queries, single statements and transactions of a worker. Statements within a transaction pass freely, since
  /// other operations may wait for the transaction's end; together they stay below the exchanges that a worker may
  /// open.
  static let database = OperationGate(capacity: 1536)
}
