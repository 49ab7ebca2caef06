import Edge
import Foundation

/// The hunts that the caller created, joined or finds in a group: at most 100, active ones first, then drafts, each
/// newest first.
let scavengerHunts = Function("scavenger_hunts", access: .user) { context in
  let rows = try await context.database.query(.hunts(of: context.userID))
  return rows.readable(of: "scavenger_hunts", context.logger) { try ScavengerHunt($0) }
}.limited(shvilLimit, as: "shvil").readOnly()
  .described("Lists the hunts that the caller created, joined or finds in a group.")

/// One hunt with its checkpoints, as a list.
let scavengerHunt = Function("scavenger_hunt", access: .user) { (input: HuntReference, context) in
  let database = context.database
  guard let row = try await database.first(.hunt(input.huntID, for: context.userID)) else {
    throw FunctionError.huntNotFound
  }
  let rows = try await database.query(.checkpoints(of: input.huntID, database.dialect))
  var hunt = try ScavengerHunt(row)
  hunt.checkpoints = rows.readable(of: "hunt_checkpoints", context.logger) { try Checkpoint($0) }
  return [hunt]
}.limited(shvilLimit, as: "shvil").readOnly()
  .described("Answers with one hunt and its checkpoints, as a list.")
  .errors(.huntNotFound)

/// The hunts of a group of the caller, in the order of ``scavengerHunts``.
let groupHunts = Function("group_hunts", access: .user) { (input: GroupReference, context) in
  guard try await context.database.first(.standing(of: context.userID, in: input.groupID)) != nil else {
    throw FunctionError.groupNotFound
  }
  let rows = try await context.database.query(.hunts(ofGroup: input.groupID, for: context.userID))
  return rows.readable(of: "scavenger_hunts", context.logger) { try ScavengerHunt($0) }
}.limited(shvilLimit, as: "shvil").readOnly()
  .described("Lists the hunts of a group of the caller.")
  .errors(.groupNotFound)

extension SQL {
  private static let huntOrder: SQL = """
    ORDER BY CASE h.status WHEN 'active' THEN 0 WHEN 'draft' THEN 1 ELSE 2 END, h.created_at DESC, h.id DESC LIMIT 100
    """

  static func hunts(of userID: UUID) -> SQL {
    let condition: SQL = """
      h.id IN (
        SELECT id FROM scavenger_hunts WHERE created_by = \(userID)
        UNION SELECT o.id FROM group_members m JOIN scavenger_hunts o ON o.group_id = m.group_id
          WHERE m.user_id = \(userID)
        UNION SELECT p.hunt_id FROM hunt_participants p WHERE p.user_id = \(userID))
      """
    return "\(hunts(where: condition, for: userID)) \(huntOrder)"
  }

  static func hunts(ofGroup groupID: UUID, for userID: UUID) -> SQL {
    "\(hunts(where: "h.group_id = \(groupID)", for: userID)) \(huntOrder)"
  }
}
