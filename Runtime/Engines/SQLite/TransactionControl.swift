import Database

/// Recognises statements that begin or end a transaction.
///
/// An author may not run them: bodies share a transaction, so they would commit or undo the changes of other bodies.
enum TransactionControl {
  private static let keywords: Set<String> = ["BEGIN", "COMMIT", "END", "ROLLBACK", "SAVEPOINT", "RELEASE"]

  /// Whether the first word of a statement begins or ends a transaction or a savepoint.
  static func begins(_ text: String) -> Bool {
    keywords.contains(firstWord(of: text).uppercased())
  }

  /// The first word of a statement, after comments; empty for none.
  static func firstWord(of text: String) -> String {
    var words = SQLWords(text, in: .sqlite)
    return words.next() ?? ""
  }
}
