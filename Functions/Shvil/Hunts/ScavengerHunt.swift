import Edge
import Foundation

/// A hunt in the shape of the app's model.
struct ScavengerHunt: Codable {
  let id: UUID
  let title: String
  let description: String?
  let createdBy: UUID
  let groupID: UUID?
  let status: HuntStatus
  let startTime: Date?
  let endTime: Date?
  let participantCount: Int
  let checkpointCount: Int
  /// The part of the checkpoints that the caller has submitted, 0 to 1.
  let progress: Double
  let createdAt: Date
  let updatedAt: Date
  /// The checkpoints in their order; nil in a list of hunts.
  var checkpoints: [Checkpoint]?

  /// - Parameter row: a row of ``SQL/hunts(where:for:)``.
  init(_ row: Row) throws {
    id = try row.get("id")
    title = try row.get("title")
    description = try row.get("description")
    createdBy = try row.get("created_by")
    groupID = try row.get("group_id")
    status = try row.get("status")
    startTime = try row.get("start_time")
    endTime = try row.get("end_time")
    participantCount = try row.get("participant_count")
    checkpointCount = try row.get("checkpoint_count")
    let submitted: Int = try row.get("submission_count")
    progress = checkpointCount == 0 ? 0 : Double(submitted) / Double(checkpointCount)
    createdAt = try row.get("created_at")
    updatedAt = try row.get("updated_at")
  }

  enum CodingKeys: String, CodingKey {
    case id, title, description, status, progress, checkpoints
    case createdBy = "created_by"
    case groupID = "group_id"
    case startTime = "start_time"
    case endTime = "end_time"
    case participantCount = "participant_count"
    case checkpointCount = "checkpoint_count"
    case createdAt = "created_at"
    case updatedAt = "updated_at"
  }
}

extension SQL {
  /// Selects hunts `h` that a user may see. Longer texts, which a client of the tables could once write, are cut.
  static func hunts(where condition: SQL, for userID: UUID) -> SQL {
    """
    SELECT h.id, substr(h.title, 1, 200) AS title, substr(h.description, 1, 2000) AS description, h.created_by,
      h.group_id, h.status, h.start_time, h.end_time, h.created_at, h.updated_at,
      (SELECT count(*) FROM hunt_participants p WHERE p.hunt_id = h.id) AS participant_count,
      (SELECT count(*) FROM hunt_checkpoints c WHERE c.hunt_id = h.id) AS checkpoint_count,
      (SELECT count(*) FROM hunt_checkpoints c
        JOIN checkpoint_submissions s ON s.checkpoint_id = c.id AND s.user_id = \(userID)
        WHERE c.hunt_id = h.id AND \(submissionCounts)) AS submission_count
    FROM scavenger_hunts h WHERE \(condition) AND \(isSeen(by: userID))
    """
  }

  static func hunt(_ id: UUID, for userID: UUID) -> SQL { hunts(where: "h.id = \(id)", for: userID) }

  /// The condition that a user may see a hunt `h`: its creator, the members of its group and, if it has no group, those
  /// who have joined it.
  static func isSeen(by userID: UUID) -> SQL {
    """
    (h.created_by = \(userID)
      OR EXISTS (SELECT 1 FROM social_groups g WHERE g.id = h.group_id AND \(isInGroup(userID)))
      OR (h.group_id IS NULL AND \(hasJoined(userID))))
    """
  }

  /// The condition that a user has joined a hunt `h`.
  static func hasJoined(_ userID: UUID) -> SQL {
    "EXISTS (SELECT 1 FROM hunt_participants p WHERE p.hunt_id = h.id AND p.user_id = \(userID))"
  }

  /// The condition that a submission `s` counts: unless the hunt's creator has looked at it and refused it.
  static let submissionCounts: SQL = "(s.verified IS TRUE OR s.reviewed_at IS NULL)"
}
