/// How much of a client's input is read in one turn of the loop.
///
/// A client that sends thousands of requests, or of chunks, ahead would otherwise hold up the other connections of its loop.
struct ReadTurn {
  /// How many parts of requests are read in a turn; a request counts for several, since it runs a handler.
  private static let parts = 256
  private static let partsOfRequest = 64

  private var left = Self.parts
  /// Whether the rest of the input is read in the loop's next turn.
  private(set) var isYielding = false

  /// Whether the turn's share is used up.
  var isOver: Bool { left <= 0 }

  /// Counts a part that was read.
  mutating func count(_ part: RequestParser.Part) {
    if case .head = part { left -= Self.partsOfRequest } else { left -= 1 }
  }

  /// Leaves the rest to the next turn.
  ///
  /// - Returns: the action; nil if it was returned before.
  mutating func yield() -> ConnectionAction? {
    guard !isYielding else { return nil }
    isYielding = true
    return .yield
  }
}
