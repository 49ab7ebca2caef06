/// The statements of the engine itself.
extension Statement {
  static let beginReading = Statement(control: "BEGIN READ ONLY")
  static let beginWriting = Statement(control: "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE")
  static let beginRepeatable = Statement(control: "BEGIN ISOLATION LEVEL REPEATABLE READ READ WRITE")
  static let beginSerializable = Statement(control: "BEGIN ISOLATION LEVEL SERIALIZABLE READ WRITE")
  /// The statements that begin a transaction which may write. A standby refuses them.
  static let begins = [beginWriting, beginRepeatable, beginSerializable]
  static let commit = Statement(control: "COMMIT")
  static let rollBack = Statement(control: "ROLLBACK")

  static let setSavepoint = Statement(control: "SAVEPOINT swiftlet")
  static let releaseSavepoint = Statement(control: "RELEASE SAVEPOINT swiftlet")
  static let rollBackToSavepoint = Statement(control: "ROLLBACK TO SAVEPOINT swiftlet")

  /// Returns to the role of the session until the end of the transaction.
  static let resetRole = Statement(control: "SET LOCAL role TO DEFAULT")
  /// Removes a caller's claims until the end of the transaction.
  static let resetClaims = Statement(control: "SET LOCAL request.jwt.claims TO ''")
  /// Drops a prepared statement.
  static let deallocate = Statement(control: "DEALLOCATE")
}
