import Edge
import Foundation

/// Creates a hunt as a draft, with its checkpoints. A user has at most 50 open hunts and 200 completed ones.
let createHunt = Function("create_scavenger_hunt", access: .user) { (input: NewHunt, context) in
  try input.check()
  let userID = context.userID
  let now = context.clock.now
  let schedule = try HuntSchedule.draft(start: input.startTime, end: input.endTime, at: now)
  // Random, and not the run's id: for a hunt without a group, knowing the id is what lets a user join.
  let id = UUID()
  let dialect = context.database.dialect
  let statements = try [.insertHunt(id, input, schedule, by: userID, at: now)] + checkpoints(of: id, input, at: now)

  return try await context.database.transaction(retries: 3) { transaction in
    if let groupID = input.groupID {
      let standing = dialect.holding(group: groupID) + [.standing(of: userID, in: groupID)]
      guard try await transaction.batch(standing).last?.first != nil else { throw FunctionError.groupNotFound }
    }
    try await transaction.holdUser(userID, at: now)
    try await transaction.check(HuntLimits.openHunts, of: .openHunts(of: userID), else: .huntLimitReached)
    try await transaction.execute(.deleteOldHunts(of: userID))
    _ = try await transaction.batch(statements)
    guard let row = try await transaction.first(.hunt(id, for: userID)) else { throw FunctionError.huntNotFound }
    var hunt = try ScavengerHunt(row)
    hunt.checkpoints = try await transaction.query(.checkpoints(of: id, dialect)).map { try Checkpoint($0) }
    return hunt
  }
}.limited(shvilLimit, as: "shvil").idempotent()
  .described("Creates a hunt as a draft, with its checkpoints.")
  .errors(.userNotFound, .groupNotFound, .huntLimitReached)

private func checkpoints(of huntID: UUID, _ input: NewHunt, at now: Date) throws(FunctionError) -> [SQL] {
  var statements: [SQL] = []
  for (index, checkpoint) in (input.checkpoints ?? []).enumerated() {
    let location = try checkpoint.locationText()
    statements.append(
      """
      INSERT INTO hunt_checkpoints
        (id, hunt_id, title, description, location, photo_required, points, order_index, created_at)
      VALUES (\(UUID()), \(huntID), \(checkpoint.title), \(checkpoint.description), \(location),
        \(checkpoint.photoRequired ?? false), \(checkpoint.points ?? 10), \(index), \(now))
      """)
  }
  return statements
}

extension FunctionError {
  fileprivate static let huntLimitReached = limitReached(
    "HUNT_LIMIT_REACHED", "You have \(HuntLimits.openHunts) hunts that are not completed", limit: HuntLimits.openHunts)
}

extension SQL {
  static func insertHunt(_ id: UUID, _ hunt: NewHunt, _ schedule: HuntSchedule, by userID: UUID, at now: Date) -> SQL {
    """
    INSERT INTO scavenger_hunts
      (id, title, description, created_by, group_id, status, start_time, end_time, created_at, updated_at)
    VALUES (\(id), \(hunt.title), \(hunt.description), \(userID), \(hunt.groupID), \(schedule.status),
      \(schedule.startTime), \(schedule.endTime), \(now), \(now))
    """
  }

  /// Deletes the two oldest completed hunts of a creator who has more than the limit's number.
  static func deleteOldHunts(of userID: UUID) -> SQL {
    """
    DELETE FROM scavenger_hunts WHERE id IN (
      SELECT id FROM scavenger_hunts WHERE created_by = \(userID) AND status = 'completed'
      ORDER BY updated_at, id LIMIT (
        SELECT count(*) FROM (
          SELECT 1 FROM scavenger_hunts WHERE created_by = \(userID) AND status = 'completed'
          LIMIT 2 OFFSET \(HuntLimits.completedHunts)) AS beyond))
    """
  }

  /// Selects one row for each hunt of a creator that is not completed.
  static func openHunts(of userID: UUID) -> SQL {
    "SELECT 1 FROM scavenger_hunts WHERE created_by = \(userID) AND status <> 'completed'"
  }
}
