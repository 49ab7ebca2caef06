import Wire

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
    var rest = text.utf8[...]
    while let first = rest.first {
      if rest.starts(with: "--".utf8) {
        rest = rest.drop { $0 != UInt8(ascii: "\n") }
      } else if rest.starts(with: "/*".utf8) {
        rest = rest.dropFirst(2)
        while !rest.isEmpty, !rest.starts(with: "*/".utf8) { rest.removeFirst() }
        rest = rest.dropFirst(2)
      } else if ASCII.isLetter(first) {
        return String(decoding: rest.prefix(while: ASCII.isLetter), as: UTF8.self)
      } else {
        rest.removeFirst()
      }
    }
    return ""
  }
}
