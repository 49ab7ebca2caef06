import Edge

extension Transaction {
  /// The host's side of the transaction.
  ///
  /// - Throws: ``DatabaseError/Code/notSupported`` for a transaction of another database.
  func remote() throws(DatabaseError) -> RemoteTransaction {
    guard let engine = engine as? RemoteTransactionEngine else {
      throw DatabaseError(.notSupported, "The transaction is not one of the function's database.")
    }
    return engine.transaction
  }
}
