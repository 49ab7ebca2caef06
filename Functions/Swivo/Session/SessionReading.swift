import Edge
import Foundation

/// Reads a session for one of its participants, once or whenever it changes.
struct SessionReading: Sendable {
  /// The time after which the session is read without a hint: a change by another program gives none.
  private static let pause: Duration = .seconds(5)
  /// The time after which an event is sent even without a change, so that proxies keep the connection.
  private static let heartbeat: Duration = .seconds(20)

  let sessionID: UUID
  let context: Context<UserAccess>

  /// Reads the session.
  ///
  /// - Throws: ``FunctionError`` 404 for an unknown session; 403 if the caller neither takes part in it nor created it.
  func state() async throws -> SessionState {
    let rows = try await context.database.query(.session(sessionID, for: context.userID))
    guard let first = rows.first else { throw FunctionError.sessionNotFound }
    guard try first.get("is_visible", as: Bool.self) else { throw FunctionError.notTakingPart }
    return try SessionState(rows)
  }

  /// The response with a session; 304 if the client knows it.
  func response(to request: Request, _ state: SessionState) throws -> Response {
    let tag = try state.tag
    let fields: HTTPFields = [.eTag: "\(tag)", .cacheControl: "no-cache"]
    if tag.isKnown(to: request) { return Response(status: .notModified, headers: fields) }
    return try .json(state, headers: fields)
  }

  /// Waits until the session differs from `state`, is over, or the time has passed.
  ///
  /// A request with the tag of an earlier response is answered at once if the session has changed since.
  func next(
    after state: SessionState, _ changes: ChangeSubscription, within wait: Duration, knownTo request: Request
  ) async throws -> SessionState {
    if request.headers[.ifNoneMatch] != nil, !(try state.tag.isKnown(to: request)) { return state }
    let end = ContinuousClock.now + min(wait, timeLeft)
    var current = state
    while current == state, current.status == .open, .now < end {
      guard try await changes.next(upTo: min(Self.pause, end - .now)) != .closed else { break }
      current = try await self.state()
    }
    return current
  }

  /// Streams the session, and each change of it, until it is over.
  func events(from state: SessionState, _ changes: ChangeSubscription) -> Response {
    .events { send in
      let end = ContinuousClock.now + timeLeft
      var current = state
      var sentAt = ContinuousClock.now
      try await send(current.event)
      while current.status == .open, .now < end {
        guard try await changes.next(upTo: min(Self.pause, end - .now)) != .closed else { return }
        let newer = try await self.state()
        if newer != current {
          current = newer
          try await send(current.event)
        } else if sentAt.duration(to: .now) >= Self.heartbeat {
          try await send(ServerSentEvent(data: "", event: "ping"))
        } else {
          continue
        }
        sentAt = .now
      }
    }
  }

  /// The time until the request's deadline, without the last five seconds, which are for its end.
  private var timeLeft: Duration {
    .seconds(max(0, context.deadline.timeIntervalSince(context.clock.now) - 5))
  }
}

extension SQL {
  /// Selects a session with one row for each participant, and whether a user may see it.
  static func session(_ id: UUID, for userID: UUID) -> SQL {
    """
    SELECT s.id, s.status, s.invite_code, s.quorum_n, s.matched_option_id, s.created_at, p.user_id, u.username,
      s.created_by = \(userID) OR EXISTS (
        SELECT 1 FROM session_participants mine WHERE mine.session_id = s.id AND mine.user_id = \(userID)) AS is_visible
    FROM sessions s
    LEFT JOIN session_participants p ON p.session_id = s.id
    LEFT JOIN users u ON u.id = p.user_id
    WHERE s.id = \(id) ORDER BY p.joined_at, p.user_id
    """
  }
}
