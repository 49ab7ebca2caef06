import Edge
import Foundation

/// Shares the caller's arrival time with others, until an instant at most a week ahead. A user has at most 20 active
/// shares, and the newest 1,000 are kept. Recipients who have deleted their accounts are left out.
let shareETA = Function("share_eta", access: .user) { (input: NewShare, context) in
  try await share(input.route, with: input.recipients, until: input.expiresAt, context)
}.limitedAsShare().idempotent()
  .described("Shares the caller's route and arrival with other users until an instant.")
  .errors(.userNotFound, .shareLimitReached, .recipientNotFound)

/// ``shareETA`` as a database function.
let shareETAProcedure = Function("share_eta", access: .user) { (input: NewShareParameters, context) in
  try await share(input.route, with: input.recipients, until: input.expiresAt, context)
}.limitedAsShare().idempotent()

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

/// Checks the end of a share: in the future, and at most a week ahead, which is longer than any journey that has an
/// arrival time.
func checkEnd(_ end: Date, at now: Date) throws(FunctionError) {
  guard end > now else { throw .validation("expires_at must be in the future") }
  guard end <= now + 7 * 86_400 else { throw .validation("expires_at must be at most 7 days ahead") }
}

/// The most active shares of a user, so that a recipient's list has room for the shares of several senders.
///
/// On Postgres a trigger enforces the same limit for inserts at the project's REST address.
let activeShareLimit = 20

/// The most shares of a user that are kept, ended ones included: ten times what a list shows.
///
/// On Postgres a trigger enforces the same limit for inserts at the project's REST address.
let keptShares = 1000

private func share(
  _ route: RouteData, with recipients: Recipients, until expiresAt: Date, _ context: Context<UserAccess>
) async throws -> ETAShare {
  let userID = context.userID
  let shareID = context.id.uuid
  let now = context.clock.now
  guard !recipients.userIDs.contains(userID) else {
    throw FunctionError.validation("recipients must not contain your own id")
  }
  try checkEnd(expiresAt, at: now)
  let dialect = context.database.dialect

  return try await context.database.transaction(retries: 3) { transaction in
    try await transaction.holdUser(userID, at: now)
    try await transaction.check(activeShareLimit, of: .activeShares(of: userID, at: now), else: .shareLimitReached)
    let known = try await transaction.withoutDeleted(recipients.userIDs, dialect)
    guard !known.isEmpty else { throw FunctionError.recipientNotFound }
    let row = try await transaction.first(
      .insertShare(shareID, of: route, by: userID, with: dialect.list(known), until: expiresAt, at: now))
    try await transaction.execute(.deleteOldShares(of: userID, at: now, keeping: keptShares))
    guard let row else {
      throw FunctionError(status: .internalServerError, code: .server, message: "The share was not stored")
    }
    let event = ShareEvent(
      id: shareID, shareID: shareID, kind: .started, estimatedArrival: route.model.estimatedArrival,
      destination: route.model.destination, createdAt: now)
    try await transaction.tell(event, context.jobs)
    return try ETAShare(row, at: now)
  }
}

extension FunctionError {
  /// All recipients have deleted their accounts.
  static let recipientNotFound = notFound("RECIPIENT_NOT_FOUND", "None of the recipients has an account any more")

  static let shareLimitReached = limitReached(
    "SHARE_LIMIT_REACHED",
    "You have \(activeShareLimit) active shares already: another is possible once one of them ends",
    limit: activeShareLimit)
}

extension SQL {
  /// Selects one row for each active share of a user.
  static func activeShares(of userID: UUID, at now: Date) -> SQL {
    "SELECT 1 FROM eta_shares WHERE user_id = \(userID) AND is_active AND expires_at > \(now)"
  }

  /// Deletes a user's oldest ended shares, at most two: each new share replaces as many, so that their number does not
  /// grow beyond the limit, and shrinks where it does, without a long transaction.
  static func deleteOldShares(of userID: UUID, at now: Date, keeping limit: Int) -> SQL {
    """
    DELETE FROM eta_shares WHERE id IN (
      SELECT id FROM eta_shares WHERE user_id = \(userID) AND NOT (is_active AND expires_at > \(now))
      ORDER BY created_at, id LIMIT (
        SELECT count(*) FROM (SELECT 1 FROM eta_shares WHERE user_id = \(userID) LIMIT 2 OFFSET \(limit)) AS beyond))
    """
  }

  /// - Parameters:
  ///   - id: the run's id: it grows with time, which keeps inserts at the end of the table.
  ///   - recipients: a list in the engine's spelling.
  static func insertShare(
    _ id: UUID, of route: RouteData, by userID: UUID, with recipients: String, until expiresAt: Date, at now: Date
  ) -> SQL {
    """
    INSERT INTO eta_shares (id, user_id, route_data, recipients, is_active, expires_at, created_at, updated_at)
    VALUES (\(id), \(userID), \(route.json.text), \(recipients), TRUE, \(expiresAt), \(now), \(now))
    RETURNING id, user_id, route_data, recipients, is_active, expires_at, created_at, updated_at
    """
  }
}
