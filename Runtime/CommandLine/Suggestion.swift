import FoundationEssentials

/// Suggestions for misspelt words.
enum Suggestion {
  /// The candidate with the smallest edit distance; nil if all differ too much.
  static func closest(to word: String, in candidates: some Sequence<String>) -> String? {
    // Of two with the same distance, the one that shares the longer beginning with the word.
    let nearest = candidates.map {
      (text: $0, distance: distance(word, $0), common: zip($0, word).prefix { $0 == $1 }.count)
    }
    .min { ($0.distance, $1.common) < ($1.distance, $0.common) }
    return nearest.flatMap { $0.distance <= max(2, word.count / 3) && $0.distance < word.count ? $0.text : nil }
  }

  /// ` (did you mean 'port'?)`; empty if there is no suggestion.
  static func question(_ word: String, in candidates: some Sequence<String>) -> String {
    closest(to: word, in: candidates).map { " (did you mean '\($0)'?)" } ?? ""
  }

  /// The edit distance: how many letters are inserted, deleted or replaced (Levenshtein).
  static func distance(_ first: String, _ second: String) -> Int {
    let second = Array(second)
    var row = Array(0...second.count)
    for (line, letter) in first.enumerated() {
      var diagonal = row[0]
      row[0] = line + 1
      for (column, other) in second.enumerated() {
        let replaced = diagonal + (letter == other ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(replaced, row[column] + 1, row[column + 1] + 1)
      }
    }
    return row[second.count]
  }
}
