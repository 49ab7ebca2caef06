/// The rule for names of functions and jobs.
package enum FunctionName {
  /// The rule in words, for errors.
  package static let rule = "letters, digits, _ and -, a letter first"

  /// Whether a name matches `^[A-Za-z][A-Za-z0-9_-]*$`.
  package static func isValid(_ name: some StringProtocol) -> Bool {
    guard let first = name.utf8.first, ASCII.isLetter(first) else { return false }
    return name.utf8.allSatisfy { ASCII.isWord($0) || $0 == UInt8(ascii: "-") }
  }
}
