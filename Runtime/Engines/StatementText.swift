import Glibc

/// The text of a statement as the key of a cache. Two texts are equal if their bytes are.
///
/// Strings of Swift are also equal if the same characters are composed in another way (`é`, and `e` with an accent), and
/// a literal of a statement may differ in just that.
struct StatementText: Hashable {
  /// The most bytes of a text that a cache of statements keeps. A longer one is likely to be made at run time.
  private static let longestKept = 16 << 10

  let text: String

  /// Whether a cache of statements keeps a text, so that the caches have a limit of their bytes.
  static func isWorthKeeping(_ text: String) -> Bool { text.utf8.count <= longestKept }

  static func == (left: StatementText, right: StatementText) -> Bool {
    let areEqual = unsafe left.text.utf8.withContiguousStorageIfAvailable { first -> Bool? in
      unsafe right.text.utf8.withContiguousStorageIfAvailable { second -> Bool in
        guard first.count == second.count else { return false }
        guard let start = first.baseAddress, let other = second.baseAddress else { return true }
        return unsafe memcmp(start, other, first.count) == 0
      }
    }
    return (areEqual ?? nil) ?? left.text.utf8.elementsEqual(right.text.utf8)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(text)
  }
}
