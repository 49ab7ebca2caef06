/// What one person reads to another so that they can join: six characters.
struct InviteCode: Hashable, Sendable, CustomStringConvertible {
  /// No two of these look alike or sound alike in English; 15 characters make 11 million codes.
  ///
  /// Of each group that is mixed up, at most one stayed. By sight: 0DOQ, 1ILJ, 2Z, 5S, 8B, CG, UV. By ear: BCDEGPTVZ3
  /// and AJK, which rhyme, AK8, FS, MN, QU2, 59.
  static let alphabet = Array("234679FHKLMRWXY")

  /// How many characters a code has.
  static let length = 6

  /// The code in upper case, without separators.
  let description: String

  /// A random code.
  init(using generator: inout some RandomNumberGenerator) {
    description = String(
      (0..<Self.length).map { _ in Self.alphabet[Int.random(in: Self.alphabet.indices, using: &generator)] })
  }

  /// A random code that nobody can foresee.
  init() {
    var generator = SystemRandomNumberGenerator()
    self.init(using: &generator)
  }

  /// Reads what a person typed: in any case, with spaces and hyphens anywhere.
  ///
  /// - Returns: nil if it cannot be a code.
  init?(typed text: String) {
    var code = ""
    for character in text where !character.isWhitespace && character != "-" {
      let letter = character.uppercased()
      guard code.utf8.count < Self.length, letter.count == 1, letter.allSatisfy(Self.alphabet.contains) else {
        return nil
      }
      code += letter
    }
    guard code.utf8.count == Self.length else { return nil }
    description = code
  }
}
