import Edge

/// The rule for names of columns in a request to a table.
enum ColumnName {
  /// The name of a plain column, in quotes or without; nil for another expression, such as a cast or an embedded table.
  static func plain(_ text: Substring) -> String? {
    let isQuoted = text.count > 2 && text.hasPrefix("\"") && text.hasSuffix("\"")
    let name = isQuoted ? text.dropFirst().dropLast() : text
    return !name.isEmpty && name.utf8.allSatisfy(ASCII.isWord) ? String(name) : nil
  }
}
