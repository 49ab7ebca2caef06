/// The rules for signed URLs of both storages.
enum SignedURL {
  /// The validity of a URL in seconds: the requested one, clamped to between 0 and a hundred years.
  static func validity(_ seconds: Int) -> Int { min(max(0, seconds), 3_155_760_000) }
}
