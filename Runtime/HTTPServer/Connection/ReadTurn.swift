/// The share of a client's input that is parsed in one turn of the loop.
///
/// It bounds how long a client with thousands of pipelined requests, or chunks, delays the other connections of its
/// loop.
struct ReadTurn {
  /// The number of parts parsed in a turn. A request's head counts as half of them, since it runs a handler.
  private static let parts = 256
  private static let partsOfRequest = 128

  private var left = Self.parts
  /// Whether the rest of the input is left to the loop's next turn.
  private(set) var isYielding = false

  /// Whether the turn's share is used up.
  var isOver: Bool { left <= 0 }

  mutating func count(_ part: RequestParser.Part) {
    if case .head = part { left -= Self.partsOfRequest } else { left -= 1 }
  }

  /// Leaves the rest to the next turn; nil if the action was already returned.
  mutating func yield() -> ConnectionAction? {
    guard !isYielding else { return nil }
    isYielding = true
    return .yield
  }
}
