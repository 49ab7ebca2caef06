/// One connection as its lane sees it.
struct LaneConnection {
  enum Phase: Equatable {
    /// One request goes first; the others follow when it is answered.
    case warming
    case open
    /// It takes no more, and ends with its last request.
    case retiring
  }

  let id: LaneState.ConnectionID
  var phase = Phase.warming
  /// What is in flight or waits for a stream.
  var requests: Set<LaneState.ID> = []
  /// How many of them are on the wire.
  var dispatched = 0
  /// How many streams the server allows, as far as it showed.
  var limit: Int
  /// What was started since libcurl ran last.
  var fresh: [LaneState.ID] = []
  /// What libcurl keeps back until a stream is free.
  var waiting: LaneState.ID?
  /// Whether anything was ever answered on it.
  var hasAnswered = false
  var lastUsed: ContinuousClock.Instant

  init(id: LaneState.ConnectionID, limit: Int, now: ContinuousClock.Instant) {
    self.id = id
    self.limit = limit
    lastUsed = now
  }

  /// Whether one more can be started, when no more than `maximum` are allowed.
  func hasRoom(maximum: Int) -> Bool {
    switch phase {
    case .warming: requests.isEmpty
    // One more than the server was seen to allow shows when it allows more.
    case .open: waiting == nil && requests.count < min(maximum, limit + 1)
    case .retiring: false
    }
  }
}
