import Wire

/// Durations as a filter spells them: `250ms`, `1.5s`, `5m`, `2h`, `7d`.
package enum DurationText {
  /// Units and their seconds. `ms` stands before `m` and `s`, whose texts it contains.
  private static let units: [(text: String, seconds: Double)] = [
    ("ms", 0.001), ("s", 1), ("m", 60), ("h", 3600), ("d", 86_400),
  ]
  /// The most digits before and after the point, so that a number stays exact.
  private static let maximumDigits = 9

  /// Seconds; nil for a text without a number or without a unit.
  package static func seconds(_ text: String) -> Double? {
    guard let unit = units.first(where: { text.hasSuffix($0.text) }) else { return nil }
    let parts = text.dropLast(unit.text.count).split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), parts.allSatisfy(isNumber), let number = Double(parts.joined(separator: "."))
    else { return nil }
    return number * unit.seconds
  }

  private static func isNumber(_ digits: Substring) -> Bool {
    (1...maximumDigits).contains(digits.utf8.count) && digits.utf8.allSatisfy { ASCII.isDigit($0) }
  }
}
