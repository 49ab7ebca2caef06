extension SettingKind {
  /// The texts of an array with commas between them; nil for another value, or for an element of another type.
  static func joined(_ node: TOMLNode) -> String? {
    guard case .array(let elements) = node else { return nil }
    let texts = elements.compactMap { element in onlyText(element) }
    return texts.count == elements.count ? texts.joined(separator: ",") : nil
  }

  /// A list of texts whose failure names the first element that is not acceptable.
  ///
  /// - Parameters:
  ///   - text: the text of a TOML value, with commas between the elements.
  ///   - make: makes the value of the elements, all of which are acceptable; nil if it is not acceptable as a whole.
  static func list(
    expected: String, text: @escaping @Sendable (TOMLNode) -> String? = Self.joined,
    split: @escaping @Sendable (String) -> [String], accepts: @escaping @Sendable (String) -> Bool,
    make: @escaping @Sendable ([String]) -> Value?, write: @escaping @Sendable (Value) -> String
  ) -> Self {
    var kind = Self(
      expected: expected, text: text,
      read: { text in
        let elements = split(text)
        return elements.allSatisfy(accepts) ? make(elements) : nil
      },
      write: write)
    kind.isList = true
    kind.explain = { name, text in
      split(text).first { !accepts($0) }.map { element in
        Failure(.configuration, "\(name) has the element \(QuotedValue(element)): expected \(expected)")
      }
    }
    return kind
  }
}
