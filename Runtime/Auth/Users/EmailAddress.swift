import Wire

/// A checked address of a user, in lower case.
struct EmailAddress: Hashable, Sendable {
  /// The most bytes, as in Supabase Auth.
  static let maximumLength = 255

  let text: String

  /// Checks an address by the rule for `<input type="email">` (HTML, section 4.10.5.1.5), which Supabase Auth uses too.
  ///
  /// - Throws: ``AuthError`` 400 that says what is wrong.
  init(_ text: String) throws(AuthError) {
    guard !text.isEmpty else { throw .badRequest("An email address is required") }
    guard text.utf8.count <= Self.maximumLength else { throw .badRequest("An email address is too long") }
    let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    guard parts.count == 2, Self.isLocalPart(parts[0]), Self.isDomain(parts[1]) else {
      throw .badRequest("Unable to validate email address: invalid format")
    }
    self.text = text.lowercased()
  }

  private static let marks = Set(".!#$%&'*+/=?^_`{|}~-".utf8)

  private static func isLocalPart(_ bytes: Substring.UTF8View.SubSequence) -> Bool {
    !bytes.isEmpty && bytes.allSatisfy { ASCII.isAlphanumeric($0) || marks.contains($0) }
  }

  private static func isDomain(_ bytes: Substring.UTF8View.SubSequence) -> Bool {
    bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { label in
      (1...63).contains(label.count) && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
        && label.allSatisfy { ASCII.isAlphanumeric($0) || $0 == UInt8(ascii: "-") }
    }
  }
}
