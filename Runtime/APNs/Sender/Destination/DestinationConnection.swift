/// The state of one connection of a destination.
struct DestinationConnection {
  enum Phase: Equatable {
    /// One request goes first; the others follow after its answer.
    case warming
    case open
    /// It takes no more requests, and closes after its last one.
    case retiring
  }

  let id: ConnectionID
  var phase = Phase.warming
  /// The requests that are in flight or wait for a stream.
  var requests: Set<DeliveryID> = []
  /// How many of them are on the wire.
  var dispatched = 0
  /// The number of streams that the server was seen to allow.
  var limit: Int
  /// The requests that were started since libcurl last ran.
  var fresh: [DeliveryID] = []
  /// The request that libcurl holds back until a stream is free.
  var waiting: DeliveryID?
  var hasAnswered = false
  var lastUsed: ContinuousClock.Instant

  init(id: ConnectionID, limit: Int, now: ContinuousClock.Instant) {
    self.id = id
    self.limit = limit
    lastUsed = now
  }

  /// Whether one more request can start, with at most `maximum` in flight.
  func hasRoom(maximum: Int) -> Bool {
    switch phase {
    case .warming: requests.isEmpty
    // One request above the known limit detects that the server allows more.
    case .open: waiting == nil && requests.count < min(maximum, limit + 1)
    case .retiring: false
    }
  }
}
