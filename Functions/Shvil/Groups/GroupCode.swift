/// The invite code of a group, which one person reads to another or shows as a picture.
///
/// Eight of these 32 characters make a million million codes, so that guessing one is hopeless.
struct GroupCode: Hashable, Sendable, CustomStringConvertible {
  /// Crockford's alphabet: without I, L, O and U.
  static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")

  /// How many characters a new code has.
  static let length = 8

  /// The most characters of a code that is looked up.
  private static let longest = 64

  /// The beginning of the address in a group's picture.
  private static let address = "shvil://join/"

  let description: String

  /// A random code that cannot be predicted.
  init() {
    description = String((0..<Self.length).map { _ in Self.alphabet[Int.random(in: Self.alphabet.indices)] })
  }

  /// The address that a group's picture (`qr_code`) holds.
  static func address(of code: String) -> String { address + code }

  /// The spellings by which a typed code is looked up.
  ///
  /// - Returns: the text itself, which may be a code that a client of the tables chose; and its upper case without
  ///   spaces and hyphens, with 0 for O and 1 for I and L. Nil if it cannot be a code.
  static func spellings(of text: String) -> (typed: String, canonical: String)? {
    let code = text.hasPrefix(address) ? String(text.dropFirst(address.count)) : text
    guard code.utf8.count <= longest, !code.utf8.contains(0) else { return nil }
    let letters = code.uppercased().compactMap { letter -> Character? in
      switch letter {
      case " ", "-": nil
      case "O": "0"
      case "I", "L": "1"
      default: letter
      }
    }
    return letters.isEmpty ? nil : (code, String(letters))
  }
}
