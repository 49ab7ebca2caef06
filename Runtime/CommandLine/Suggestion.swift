import Wire

/// Suggestions for misspelt words.
enum Suggestion {
  /// The candidate with the smallest edit distance; nil if all differ too much.
  static func closest(to word: String, in candidates: some Sequence<String>) -> String? {
    let letters = Array(word)
    // Of two with the same distance, the one that shares the longer beginning with the word.
    let nearest = candidates.map {
      (text: $0, distance: letters.editDistance(to: Array($0)), common: zip($0, word).prefix { $0 == $1 }.count)
    }
    .min { ($0.distance, $1.common) < ($1.distance, $0.common) }
    return nearest.flatMap { $0.distance <= max(2, word.count / 3) && $0.distance < word.count ? $0.text : nil }
  }

  /// ` (did you mean 'port'?)`; empty if there is no suggestion.
  static func question(_ word: String, in candidates: some Sequence<String>) -> String {
    closest(to: word, in: candidates).map { " (did you mean '\($0)'?)" } ?? ""
  }
}
