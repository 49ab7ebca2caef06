import Wire

/// The text of a filter bar: terms such as `function:greet` or `status:5xx`, and free words.
package struct Filter: Sendable, Hashable {
  package struct Term: Sendable, Hashable {
    /// The text before the colon; nil for a free word.
    package let name: String?
    /// The text after the colon, without its quotes.
    package let value: String
  }

  /// The longest text that is read, in bytes.
  package static let limit = 500

  /// The text, up to the limit.
  package let text: String
  /// Whether the text was longer than the limit, so that its end is missing.
  package let isCut: Bool
  package let terms: [Term]

  /// Reads a text. A value with spaces stands in double quotes: `error:"no such row"`.
  package init(_ text: String) {
    var end = text.utf8.index(text.startIndex, offsetBy: Self.limit, limitedBy: text.endIndex) ?? text.endIndex
    isCut = end < text.endIndex
    while end.samePosition(in: text) == nil { end = text.utf8.index(before: end) }
    self.text = String(text[..<end])
    var terms: [Term] = []
    var rest = self.text[...]
    while let start = rest.firstIndex(where: { !$0.isWhitespace }) {
      rest = rest[start...]
      var name: String?
      if let colon = rest.firstIndex(where: { $0 == ":" || $0.isWhitespace || $0 == "\"" }), rest[colon] == ":",
        colon > rest.startIndex
      {
        name = String(rest[..<colon])
        rest = rest[rest.index(after: colon)...]
      }
      let value: Substring
      if rest.first == "\"" {
        rest = rest.dropFirst()
        value = rest.prefix { $0 != "\"" }
        rest = rest[value.endIndex...].dropFirst()
      } else {
        value = rest.prefix { !$0.isWhitespace }
        rest = rest[value.endIndex...]
      }
      if name != nil || !value.isEmpty { terms.append(Term(name: name, value: String(value))) }
    }
    self.terms = terms
  }

  /// The value of the first term with a name.
  package subscript(name: String) -> String? { terms.first { $0.name == name && !$0.value.isEmpty }?.value }

  package var words: [String] { terms.filter { $0.name == nil }.map(\.value) }

  /// Whether each of the free words occurs in one of the texts, in any case of letters.
  func hasWords(in texts: [String]) -> Bool {
    words.allSatisfy { word in texts.contains { $0.containsIgnoringCase(word) } }
  }
}
