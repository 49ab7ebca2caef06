extension SQL {
  private static let writes: Set<Substring> = ["INSERT", "UPDATE", "DELETE", "MERGE", "REPLACE"]

  /// The likelihood that a statement writes, judged by its text.
  enum Writing: Hashable {
    /// The text has no keyword of a statement that writes.
    case no
    /// The text has such a keyword, which may be a part of the statement, of a lock or of a string.
    case possible
    /// The statement begins with such a keyword.
    case certain
  }

  /// Whether the statement writes, judged by its text. A function of the database can write too.
  var writing: Writing {
    var isFirst = true
    for word in text.split(whereSeparator: { !$0.isLetter && $0 != "_" }) {
      if Self.writes.contains(Substring(word.uppercased())) { return isFirst ? .certain : .possible }
      isFirst = false
    }
    return .no
  }
}
