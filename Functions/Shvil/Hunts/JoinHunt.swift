import Edge
import Foundation

/// Adds the caller to the participants of a hunt, and answers with the hunt. Joining again has the same answer.
///
/// A hunt of a group is for its members; any other is open to each user who knows its id.
let joinHunt = Function("join_scavenger_hunt", access: .user) { (input: HuntReference, context) in
  let huntID = input.huntID
  let userID = context.userID
  let now = context.clock.now
  let statements = context.database.dialect.holding(hunt: huntID) + [.joining(huntID, by: userID)]

  return try await context.database.transaction(retries: 3) { transaction in
    // A user is locked before a hunt, so that no two transactions wait for each other.
    try await transaction.holdUser(userID, at: now)
    guard let hunt = try await transaction.batch(statements).last?.first else { throw FunctionError.huntNotFound }
    if try !hunt.get("has_joined", as: Bool.self) {
      let status: HuntStatus = try hunt.get("status")
      let end: Date? = try hunt.get("end_time")
      guard status != .completed, end.map({ now < $0 }) ?? true else { throw FunctionError.huntOver }
      guard try hunt.get("participant_count") < HuntLimits.participants else { throw FunctionError.huntFull }
      try await transaction.execute(
        """
        INSERT INTO hunt_participants (hunt_id, user_id, joined_at) VALUES (\(huntID), \(userID), \(now))
        ON CONFLICT (hunt_id, user_id) DO NOTHING
        """)
    }
    guard let row = try await transaction.first(.hunt(huntID, for: userID)) else { throw FunctionError.huntNotFound }
    return try ScavengerHunt(row)
  }
}.limited(shvilLimit, as: "shvil").idempotent()
  .described("Adds the caller to the participants of a hunt.")
  .errors(.userNotFound, .huntNotFound, .huntOver, .huntFull)

extension FunctionError {
  fileprivate static let huntFull = limitReached(
    "PARTICIPANT_LIMIT_REACHED", "The hunt has \(HuntLimits.participants) participants already",
    limit: HuntLimits.participants)
}

extension SQL {
  /// Selects a hunt that a user may join or has joined; none of a group that the user is not in.
  static func joining(_ huntID: UUID, by userID: UUID) -> SQL {
    """
    SELECT h.status, h.end_time, \(hasJoined(userID)) AS has_joined,
      (SELECT count(*) FROM hunt_participants p WHERE p.hunt_id = h.id) AS participant_count
    FROM scavenger_hunts h WHERE h.id = \(huntID) AND (h.group_id IS NULL OR \(isSeen(by: userID)))
    """
  }
}
