import FoundationEssentials

extension Duration {
  /// In seconds, at most a hundred years.
  var seconds: TimeInterval { min(max(0, self / .seconds(1)), 3_155_760_000) }
}
