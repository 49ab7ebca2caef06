/// What holds for signed URLs whoever signs them.
enum SignedURL {
  /// How long a URL is good for, in seconds: what was asked for, between nothing and a hundred years.
  static func validity(_ seconds: Int) -> Int { min(max(0, seconds), 3_155_760_000) }
}
