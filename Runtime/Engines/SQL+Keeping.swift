import Database

extension SQL {
  /// The most bytes of a text that a cache of statements keeps. A longer one is likely to be made at run time.
  private static let longestKept = 16 << 10

  /// Whether a cache of statements keeps a text, so that the caches have a limit of their bytes.
  static func isWorthKeeping(_ text: String) -> Bool { text.utf8.count <= longestKept }
}
