extension OperationGate {
  /// The queries, single statements and transactions of a worker, and its uses of queue and accounts outside of these.
  ///
  /// Each transaction has a place of its own for one statement (``RemoteTransaction``), so a transaction that is to end
  /// before others waits for none of their statements. All places together, with ``statements`` and those of
  /// ``HostServices``, are 3,840. The other 256 of the 4,096 exchanges that a worker may open are for those that the
  /// worker has done with and the host has not.
  static let database = OperationGate(capacity: 1536)

  /// The statements of all transactions beyond the first one of each. A statement that finds no place here waits for
  /// that of its transaction.
  static let statements = OperationGate(capacity: 256)
}
