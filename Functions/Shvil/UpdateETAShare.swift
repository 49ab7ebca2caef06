import Edge
import Foundation

/// Changes the caller's active share: its route or its end; or ends it, by `is_active` false.
///
/// The recipients are notified of an end, and of a route whose arrival or destination differs. A share that has ended
/// stays as it is; to end it again has no effect.
let updateETAShare = Function("update_eta_share", access: .user) { (change: ShareChange, context) in
  let userID = context.userID
  let eventID = context.id.uuid
  let now = context.clock.now
  if let end = change.expiresAt { try checkEnd(end, at: now) }
  let dialect = context.database.dialect

  return try await context.database.transaction(retries: 3) { transaction in
    guard let row = try await transaction.first(.share(change.shareID, of: userID, dialect)) else {
      throw FunctionError.shareNotFound
    }
    let isActive = try row.get("is_active") && now < row.get("expires_at", as: Date.self)
    guard isActive else {
      guard change.isEndAlone else { throw FunctionError.shareEnded }
      return try ETAShare(row, at: now, takesAnyRoute: true)
    }
    guard let changed = try await transaction.first(.updateShare(change, at: now)) else {
      throw FunctionError.shareNotFound
    }
    // A route that another client wrote may be malformed. Its share can be ended all the same.
    let route = try? StoredRoute(changed).model
    var event = ShareEvent(
      id: eventID, shareID: change.shareID, kind: .ended, estimatedArrival: route?.estimatedArrival ?? now,
      destination: route?.destination, createdAt: now)
    guard change.isActive != false else {
      try await transaction.tell(event, context.jobs)
      return try ETAShare(changed, at: now, takesAnyRoute: true)
    }
    guard route != nil else { throw FunctionError.invalid("route_data", "a route: the stored one cannot be read") }
    event.kind = .updated
    try await transaction.tellUpdate(event, since: try? StoredRoute(row).model, context.jobs)
    return try ETAShare(changed, at: now)
  }
}.limited(shvilLimit, as: "shvil").idempotent()
  .described("Changes the route or the end of the caller's active share, or ends it.")
  .errors(.shareNotFound, .shareEnded)

/// A change of a share. A missing member stays as it is.
struct ShareChange: Codable, SchemaProviding {
  static let jsonSchema = JSONSchema.object(
    "ShareChange", .required("share_id", .uuid), .optional("route_data", RouteData.jsonSchema),
    .optional("is_active", .boolean), .optional("expires_at", .date))

  let shareID: UUID
  let route: RouteData?
  let isActive: Bool?
  let expiresAt: Date?

  /// Whether the change ends a share, and nothing else.
  var isEndAlone: Bool { isActive == false && route == nil && expiresAt == nil }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    shareID = try container.decode(UUID.self, forKey: .shareID)
    route = try container.decodePresent(.route)
    isActive = try container.decodePresent(.isActive)
    expiresAt = try container.decodePresent(.expiresAt)
    let fixed = try decoder.container(keyedBy: FixedKey.self)
    if fixed.contains(.recipients) {
      throw DecodingError.dataCorruptedError(
        forKey: .recipients, in: fixed, debugDescription: "The recipients of a share cannot be changed")
    }
    try container.requireAny(of: .route, .isActive, .expiresAt)
  }

  enum CodingKeys: String, CodingKey {
    case shareID = "share_id"
    case route = "route_data"
    case isActive = "is_active"
    case expiresAt = "expires_at"
  }

  private enum FixedKey: String, CodingKey { case recipients }
}

extension FunctionError {
  static let shareNotFound = notFound("SHARE_NOT_FOUND", "Share not found")
  fileprivate static let shareEnded = conflict("The share has ended")
}

extension SQL {
  /// Selects a user's share, and locks it for the transaction.
  static func share(_ id: UUID, of userID: UUID, _ dialect: SQLDialect) -> SQL {
    """
    SELECT id, user_id, route_data, recipients, is_active, expires_at, created_at, updated_at
    FROM eta_shares s WHERE s.id = \(id) AND s.user_id = \(userID) \(dialect.lockingRows(of: "s"))
    """
  }

  static func updateShare(_ change: ShareChange, at now: Date) -> SQL {
    var assignments: [SQL] = ["updated_at = \(now)"]
    if let route = change.route { assignments.append("route_data = \(route.json.text)") }
    if let end = change.expiresAt { assignments.append("expires_at = \(end)") }
    if let isActive = change.isActive { assignments.append("is_active = \(isActive)") }
    return """
      UPDATE eta_shares SET \(assignments.joined()) WHERE id = \(change.shareID)
      RETURNING id, user_id, route_data, recipients, is_active, expires_at, created_at, updated_at
      """
  }
}
