/// The connection's flow control window for what comes in (RFC 9113, section 6.9): wide enough never to hold a sender back.
struct ReceiveWindow {
  private static let size = 1 << 30
  private static let initial = 65_535
  private var consumed = 0

  /// What the window is widened by at the start.
  var opening: Int { Self.size - Self.initial }

  /// Counts bytes, and says now and then how much to give back.
  mutating func received(_ bytes: Int) -> Int? {
    consumed += bytes
    guard consumed > Self.size / 2 else { return nil }
    defer { consumed = 0 }
    return consumed
  }
}
