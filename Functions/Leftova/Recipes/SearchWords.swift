import Foundation

/// The words of a text that is searched for: letters and digits, in lower case, without the accents of Latin letters.
///
/// Both engines get these words alone, so that no part of the text is read as an operator of their query languages.
struct SearchWords: Hashable {
  /// The most words of a text.
  static let maximumCount = 20

  let words: [String]

  /// The words of a text without the common ones; nil if none is left, or if the text has too many.
  init?(_ text: String) {
    let all = Self.folded(text).split { !$0.isLetter && !$0.isNumber }.map(String.init)
    words = all.filter { !Self.common.contains($0) }
    guard !words.isEmpty, all.count <= Self.maximumCount else { return nil }
  }

  /// A text as both engines have it in their indexes. Other accents stay: SQLite's tokenizer keeps them.
  private static func folded(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    var isLatin = false
    for scalar in text.decomposedStringWithCanonicalMapping.unicodeScalars {
      if isLatin, accents.contains(scalar) { continue }
      isLatin = scalar.isASCII && scalar.properties.isAlphabetic
      scalars.append(scalar)
    }
    return String(scalars).precomposedStringWithCanonicalMapping.lowercased()
  }

  private static let accents: ClosedRange<Unicode.Scalar> = "\u{300}"..."\u{36F}"

  /// The words for `plainto_tsquery`.
  var plain: String { words.joined(separator: " ") }

  /// The words as strings of an FTS5 query, which must all be found.
  var quoted: String { words.map { "\"\($0)\"" }.joined(separator: " ") }
}
