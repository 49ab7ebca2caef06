/// Finds keys that nobody knows in sections that are ours.
enum KnownKeys {
  /// What `[swiftlet]` may have.
  static let swiftlet = keys(of: "swiftlet")
  /// What `[apns]` may have.
  static let push = keys(of: "apns")
  /// What `[functions.<name>]` may have: Supabase's keys, then ours.
  static let function = [
    "enabled", "verify_jwt", "import_map", "entrypoint", "static_files", "env", "max_body", "secrets",
  ]
  /// What `[jobs.<name>]` may have.
  static let job = ["schedule", "time_zone", "enabled", "catch_up", "overlap", "retries"]

  private static func keys(of section: String) -> [String] {
    Settings.all.filter { $0.isInFile && $0.path.first == section }.compactMap(\.path.last)
  }

  /// A warning for each key that is not known.
  static func warnings(
    for table: [String: TOMLNode], section: String, known: [String], file: String
  ) -> [String] {
    table.keys.filter { !known.contains($0) }.sorted().map { key in
      let guess =
        closest(to: key, in: known).map { " Did you mean \($0)?" } ?? " It has: \(known.joined(separator: ", "))."
      return "\(file): nobody knows \(key) in [\(section)].\(guess)"
    }
  }

  /// The word that a typing mistake leads to; nil if none is near.
  static func closest(to word: String, in candidates: some Sequence<String>) -> String? {
    let nearest = candidates.map { ($0, distance(word, $0)) }.min { $0.1 < $1.1 }
    return nearest.flatMap { $0.1 <= max(2, word.count / 3) ? $0.0 : nil }
  }

  /// How many letters to insert, delete or replace (Levenshtein).
  private static func distance(_ first: String, _ second: String) -> Int {
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
