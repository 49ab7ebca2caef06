/// An invite code, which one person reads to another: ten characters, or six in sessions of earlier versions.
struct InviteCode: Hashable, Sendable, CustomStringConvertible {
  /// The characters of codes. No two of them look alike or sound alike in English; ten of 15 make 576 thousand million
  /// codes.
  ///
  /// Of each group that people confuse, at most one is in the alphabet. By sight: 0DOQ, 1ILJ, 2Z, 5S, 8B, CG, UV. By
  /// ear: BCDEGPTVZ3 and AJK, which rhyme, AK8, FS, MN, QU2, 59.
  static let alphabet = Array("234679FHKLMRWXY")

  /// How many characters a new code has.
  static let length = 10

  /// The lengths of valid codes. There are only 11 million codes of six characters, so new sessions have ten.
  private static let lengths: Set = [6, length]

  /// The code in upper case, without separators.
  let description: String

  /// A random code.
  init(using generator: inout some RandomNumberGenerator) {
    description = String(
      (0..<Self.length).map { _ in Self.alphabet[Int.random(in: Self.alphabet.indices, using: &generator)] })
  }

  /// A random code that cannot be predicted.
  init() {
    var generator = SystemRandomNumberGenerator()
    self.init(using: &generator)
  }

  /// Reads a typed code: in any case, with spaces and hyphens anywhere.
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
    guard Self.lengths.contains(code.utf8.count) else { return nil }
    description = code
  }
}
