extension SQL {
  private static let writes: Set<Substring> = ["INSERT", "UPDATE", "DELETE", "MERGE", "REPLACE"]

  /// What a query's text says about writes.
  enum Writing: Hashable {
    /// No word of a statement that writes.
    case no
    /// The word may be that of a part of the statement, of a lock or of a text.
    case possible
    /// The statement begins with the word.
    case certain
  }

  /// Whether the statement writes, as far as its text tells. A function of the database can write too.
  var writing: Writing {
    var isFirst = true
    for word in text.split(whereSeparator: { !$0.isLetter && $0 != "_" }) {
      if Self.writes.contains(Substring(word.uppercased())) { return isFirst ? .certain : .possible }
      isFirst = false
    }
    return .no
  }
}
