extension String {
  /// The text, cut to a number of bytes of UTF-8 at the boundary of a Unicode scalar. A cut text has an ellipsis of
  /// three more bytes.
  package func cut(toBytes limit: Int) -> String {
    guard utf8.count > limit else { return self }
    var end = utf8.index(startIndex, offsetBy: limit)
    while end > startIndex, end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
    return String(self[..<end]) + "…"
  }

  /// The text, cut to a number of Unicode scalars. A cut text has an ellipsis as one more. A `Character` may have any
  /// number of scalars, so it is no bound of size.
  package func cut(toScalars limit: Int) -> String {
    // A scalar has at least one byte.
    guard utf8.count > limit, let end = unicodeScalars.index(startIndex, offsetBy: limit, limitedBy: endIndex),
      end != endIndex
    else { return self }
    return String(self[..<end]) + "…"
  }
}
