import Edge
import Foundation

/// Shows others when the caller will arrive, until an instant at most a week ahead.
let shareETA = Function("share_eta", access: .user) { (input: NewShare, context) in
  try await share(input.route, with: input.recipients, until: input.expiresAt, context)
}

/// The same as a database function.
let shareETAProcedure = Function("share_eta", access: .user) { (input: NewShareParameters, context) in
  try await share(input.route, with: input.recipients, until: input.expiresAt, context)
}

struct NewShare: Codable {
  let route: RouteData
  let recipients: Recipients
  let expiresAt: Date

  enum CodingKeys: String, CodingKey {
    case route = "route_data"
    case recipients
    case expiresAt = "expires_at"
  }
}

struct NewShareParameters: Codable {
  let route: RouteData
  let recipients: Recipients
  let expiresAt: Date

  enum CodingKeys: String, CodingKey {
    case route = "p_route_data"
    case recipients = "p_recipients"
    case expiresAt = "p_expires_at"
  }
}

/// Longer than any journey that has an arrival time, so that what is refused is a mistake.
private let longestShare: TimeInterval = 7 * 86_400

private func share(
  _ route: RouteData, with recipients: Recipients, until expiresAt: Date, _ context: Context<UserAccess>
) async throws -> ETAShare {
  let userID = context.userID
  let shareID = context.id.uuid
  let now = context.clock.now
  guard !recipients.userIDs.contains(userID) else {
    throw FunctionError.validation("recipients must not contain your own id")
  }
  guard expiresAt > now else { throw FunctionError.validation("expires_at must be in the future") }
  guard expiresAt <= now + longestShare else {
    throw FunctionError.validation("expires_at must be at most 7 days ahead")
  }
  let statement = try SQL.insertShare(
    shareID, of: route, by: userID, with: context.database.engine.dialect.list(recipients.userIDs), until: expiresAt,
    at: now)

  return try await context.database.transaction { transaction in
    try await transaction.ensureUser(userID, at: now)
    let row = try await transaction.first(statement)
    guard let row else {
      throw FunctionError(status: .internalServerError, code: .server, message: "The share was not stored")
    }
    return try ETAShare(row, at: now)
  }
}

extension SQL {
  /// - Parameters:
  ///   - id: the run's id: it grows with time, which keeps inserts at the end of the table.
  ///   - recipients: a list in the engine's spelling.
  static func insertShare(
    _ id: UUID, of route: RouteData, by userID: UUID, with recipients: String, until expiresAt: Date, at now: Date
  ) throws -> SQL {
    let routeData = String(decoding: try Wire.encode(route), as: UTF8.self)
    return """
      INSERT INTO eta_shares (id, user_id, route_data, recipients, is_active, expires_at, created_at, updated_at)
      VALUES (\(id), \(userID), \(routeData), \(recipients), TRUE, \(expiresAt), \(now), \(now))
      RETURNING id, user_id, route_data, recipients, is_active, expires_at, created_at, updated_at
      """
  }
}
