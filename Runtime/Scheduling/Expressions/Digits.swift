import Wire

/// Reads numbers that consist of digits alone; `Int` would accept a sign.
enum Digits {
  /// The number; nil for another text, and for more than nine digits.
  static func number(_ text: Substring) -> Int? {
    guard (1...9).contains(text.utf8.count), text.utf8.allSatisfy(ASCII.isDigit) else { return nil }
    return Int(text)
  }
}
