import Wire

/// The rules for signed URLs of both storages.
enum SignedURL {
  /// The validity of a URL in seconds: the requested one, clamped to a second to a hundred years.
  static func validity(_ seconds: Int) -> Int { min(max(1, seconds), Int(Duration.centurySeconds)) }
}
