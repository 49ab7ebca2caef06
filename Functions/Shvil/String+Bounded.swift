import Edge

extension String {
  /// The text, if its length is within the bounds of its member of the input.
  ///
  /// The length is the number of Unicode scalars, as both databases count it.
  ///
  /// - Parameter lengths: if it starts above 0, a text of spaces alone is refused too.
  /// - Throws: ``FunctionError`` with the member's path. A text with U+0000 is refused, since Postgres cannot store it.
  func bounded(_ path: String, _ lengths: ClosedRange<Int>) throws(FunctionError) -> String {
    let isBlank = lengths.lowerBound > 0 && allSatisfy(\.isWhitespace)
    guard !isBlank, lengths.contains(unicodeScalars.count), !utf8.contains(0) else {
      let least = lengths.lowerBound > 0 ? "\(lengths.lowerBound) to" : "at most"
      throw .invalid(path, "\(least) \(lengths.upperBound) characters, none of them U+0000")
    }
    return self
  }
}
