import Foundation

/// The words of a text that is searched for: letters and digits, in lower case and without accents.
///
/// Both engines get these words alone, so that no part of the text is read as an operator of their query languages.
struct SearchWords: Hashable {
  /// The most words of a text.
  static let maximumCount = 20

  /// Words that are in most texts, which Postgres leaves out too.
  private static let common: Set<String> = [
    "a", "an", "and", "at", "for", "from", "in", "my", "of", "on", "or", "s", "the", "to", "with",
  ]

  let words: [String]

  /// The words of a text; nil if it has none, or too many.
  init?(_ text: String) {
    let folded = text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil).lowercased()
    let all = folded.split { !$0.isLetter && !$0.isNumber }.map(String.init)
    guard !all.isEmpty, all.count <= Self.maximumCount else { return nil }
    let telling = all.filter { !Self.common.contains($0) }
    words = telling.isEmpty ? all : telling
  }

  /// The words for `plainto_tsquery`.
  var plain: String { words.joined(separator: " ") }

  /// The words as strings of an FTS5 query, which must all be found.
  var quoted: String { words.map { "\"\($0)\"" }.joined(separator: " ") }
}
