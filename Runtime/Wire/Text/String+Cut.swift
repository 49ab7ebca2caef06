extension String {
  /// The text, cut to a number of bytes at a character's boundary, with an ellipsis if anything is cut.
  package func cut(toBytes limit: Int) -> String {
    guard utf8.count > limit else { return self }
    var end = utf8.index(startIndex, offsetBy: limit)
    while end > startIndex, end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
    return String(self[..<end]) + "…"
  }

  /// The text, cut to a number of Unicode scalars, with an ellipsis if anything is cut. What a reader counts as one
  /// character may have any number of scalars.
  package func cut(toScalars limit: Int) -> String {
    // A scalar has at least one byte.
    guard utf8.count > limit, let end = unicodeScalars.index(startIndex, offsetBy: limit, limitedBy: endIndex),
      end != endIndex
    else { return self }
    return String(self[..<end]) + "…"
  }
}
