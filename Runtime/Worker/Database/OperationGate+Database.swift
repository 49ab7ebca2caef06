extension OperationGate {
  /// The queries, single statements and transactions of a worker, and its uses of queue and accounts outside of these.
  ///
  /// Each transaction has a place of its own for one statement (``RemoteTransaction``), so a transaction that is to end
  /// before others waits for none of their statements. The sum of these places, of the transactions' own, of
  /// ``statements`` and of ``HostServices`` is at most 3,840 (1,536 + 1,536 + 256 + 512). The other 256 of a worker's
  /// 4,096 exchanges are a reserve for exchanges that have ended in the worker and not at the host.
  static let database = OperationGate(capacity: 1536)

  /// The statements of all transactions beyond the first one of each. A statement that finds no place here waits for
  /// that of its transaction.
  static let statements = OperationGate(capacity: 256)
}
