import Edge
import Foundation

/// A notification of a share's event to one recipient.
struct ShareDelivery: Delivery {
  let eventID: UUID
  let shareID: UUID
  let kind: ShareEvent.Kind
  let estimatedArrival: Date
  /// The share's end: Apple keeps the notification until then.
  let expiresAt: Date
  /// The sharer's name, if there is one.
  let name: String?
  /// The address of the route's end, if there is one.
  let address: String?
  let userID: UUID
  let apnsID: UUID
  let token: String
  let environment: PushEnvironment?
  let registeredAt: Date?

  /// - Parameter row: a row of ``SQL/deliveries(of:to:_:)``.
  init(_ row: Row) throws {
    eventID = try row.get("event_id")
    shareID = try row.get("share_id")
    kind = try row.get("kind")
    estimatedArrival = try row.get("estimated_arrival")
    expiresAt = try row.get("expires_at")
    name = try row.get("name", as: String?.self).flatMap { Self.shortened($0, to: 64) }
    // A route that another client wrote may be malformed: the notification then names no address.
    address = (try? StoredRoute(row).model.destination.address).flatMap { Self.shortened($0, to: 120) }
    userID = try row.get("user_id")
    apnsID = try row.get("apns_id")
    token = try row.get("token")
    environment = try row.get("environment")
    registeredAt = try row.get("registered_at")
  }

  /// A text's beginning, so that a notification stays within Apple's size; nil for a blank text.
  private static func shortened(_ text: String, to count: Int) -> String? {
    let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !trimmed.isEmpty else { return nil }
    let scalars = trimmed.unicodeScalars
    return scalars.count <= count ? trimmed : String(scalars.prefix(count - 1)) + "…"
  }

  /// The first line.
  var title: String {
    let name = name ?? "A friend"
    return switch kind {
    case .started: "\(name) shares an arrival time"
    case .updated: "\(name) has a new arrival time"
    case .ended: "\(name) no longer shares an arrival time"
    }
  }

  var body: String { address.map { "To \($0)" } ?? "Open the app to see the journey." }

  func notification(bundleID: String) -> PushNotification {
    let share = shareID.lowercased
    return PushNotification(
      .alert(
        PushAlert(
          title: .plain(title), body: .plain(body), sound: kind == .started ? .standard : nil, threadID: share,
          category: "ETA_SHARE")),
      bundleID: bundleID,
      custom: [
        "share_id": share, "event": kind.rawValue, "estimated_arrival": WireDate.string(from: estimatedArrival),
      ],
      expiration: .at(expiresAt), collapseID: "eta-\(share)")
  }

  func record(_ answer: DeliveryAnswer, at now: Date) -> SQL {
    """
    UPDATE eta_share_deliveries SET outcome = \(answer.outcome), reason = \(answer.reason), attempts = attempts + 1,
      updated_at = \(now)
    WHERE event_id = \(eventID) AND user_id = \(userID) AND outcome <> 'delivered'
    """
  }
}

extension Transaction {
  /// Inserts a row for each recipient without one, ends the deliveries that are too frequent, are obsolete or have no
  /// token any more, and returns the deliveries that are still to be sent.
  ///
  /// A delivery is obsolete once its share has expired, and once a newer event of the share has a delivery to the user,
  /// since it would replace that notification on the phone. A delivery that was tried before is obsolete with any newer
  /// event.
  func missingDeliveries(
    of eventID: UUID, to tokens: DeviceTokens, at now: Date, _ dialect: SQLDialect, _ logger: Logger
  ) async throws -> [ShareDelivery] {
    for row in try await query(.newRecipients(of: eventID, tokens, dialect)) {
      let outcome: DeliveryOutcome = try row.get("has_token") ? .pending : .noToken
      try await execute(
        """
        INSERT INTO eta_share_deliveries (event_id, user_id, apns_id, outcome, updated_at)
        VALUES (\(eventID), \(row.get("user_id", as: UUID.self)), \(UUID()), \(outcome), \(now))
        """)
    }
    try await endFrequentDeliveries(of: eventID, at: now, dialect)
    try await execute(.endObsoleteDeliveries(of: eventID, at: now))
    // The user has no token any more, or another user has it: the notification has no device.
    try await execute(
      """
      UPDATE eta_share_deliveries SET outcome = \(DeliveryOutcome.noToken), reason = 'tokenGone', updated_at = \(now)
      WHERE event_id = \(eventID) AND outcome IN ('pending', 'undelivered') AND NOT EXISTS (
        SELECT 1 FROM users u \(tokens.join)
        WHERE u.id = eta_share_deliveries.user_id AND \(tokens.token) IS NOT NULL)
      """)
    return try await query(.deliveries(of: eventID, to: tokens, dialect))
      .readable(of: "users", id: "user_id", logger) { try ShareDelivery($0) }
  }
}

extension SQL {
  /// Selects the recipients of an event's share that have no delivery of the event yet. Recipients without a row in
  /// `users` have no token.
  ///
  /// On Postgres the event and the recipients are kept until the transaction ends, since deliveries refer to both.
  fileprivate static func newRecipients(of eventID: UUID, _ tokens: DeviceTokens, _ dialect: SQLDialect) -> SQL {
    """
    SELECT u.id AS user_id, \(tokens.token) IS NOT NULL AS has_token
    FROM eta_share_events e JOIN eta_shares s ON s.id = e.share_id \(dialect.joiningRecipients) \(tokens.join)
    WHERE e.id = \(eventID) AND NOT EXISTS (
      SELECT 1 FROM eta_share_deliveries d WHERE d.event_id = e.id AND d.user_id = u.id)
    LIMIT \(Recipients.limit) \(dialect.keepingRows(of: "e, u"))
    """
  }

  fileprivate static func endObsoleteDeliveries(of eventID: UUID, at now: Date) -> SQL {
    """
    UPDATE eta_share_deliveries SET outcome = \(DeliveryOutcome.refused), reason = 'obsolete', updated_at = \(now)
    WHERE event_id = \(eventID) AND outcome IN ('pending', 'undelivered') AND EXISTS (
      SELECT 1 FROM eta_share_events e JOIN eta_shares s ON s.id = e.share_id
      WHERE e.id = event_id AND (s.expires_at <= \(now) OR EXISTS (
        SELECT 1 FROM eta_share_events newer
        WHERE newer.share_id = e.share_id AND newer.created_at > e.created_at AND (attempts > 0 OR EXISTS (
          SELECT 1 FROM eta_share_deliveries told
          WHERE told.event_id = newer.id AND told.user_id = eta_share_deliveries.user_id)))))
    """
  }

  fileprivate static func deliveries(of eventID: UUID, to tokens: DeviceTokens, _ dialect: SQLDialect) -> SQL {
    """
    SELECT d.event_id, e.share_id, e.kind, e.estimated_arrival, s.expires_at,
      substr(coalesce(sharer.display_name, sharer.username), 1, 100) AS name,
      \(dialect.json("s.route_data", upTo: StoredRoute.maximumBytes)) AS route_data,
      d.user_id, d.apns_id, \(tokens.token) AS token, \(tokens.environment) AS environment,
      \(tokens.registeredAt) AS registered_at
    FROM eta_share_deliveries d JOIN eta_share_events e ON e.id = d.event_id JOIN eta_shares s ON s.id = e.share_id
      JOIN users sharer ON sharer.id = s.user_id JOIN users u ON u.id = d.user_id \(tokens.join)
    WHERE d.event_id = \(eventID) AND d.outcome IN ('pending', 'undelivered')
    """
  }
}
