import Edge
import Foundation

/// A submission of a checkpoint.
struct Submission: Codable {
  let id: UUID
  let checkpointID: UUID
  let userID: UUID
  let photoURL: String?
  let submittedAt: Date
  /// Whether the hunt's creator has confirmed it.
  let verified: Bool

  init(_ row: Row) throws {
    id = try row.get("id")
    checkpointID = try row.get("checkpoint_id")
    userID = try row.get("user_id")
    photoURL = try row.get("photo_url")
    submittedAt = try row.get("submitted_at")
    verified = try row.get("verified")
  }

  enum CodingKeys: String, CodingKey {
    case id, verified
    case checkpointID = "checkpoint_id"
    case userID = "user_id"
    case photoURL = "photo_url"
    case submittedAt = "submitted_at"
  }
}

extension SQL {
  /// The columns of a submission `s`. A longer address, which a client of the tables could once write, is cut.
  static let submissionColumns: SQL = """
    s.id, s.checkpoint_id, s.user_id, substr(s.photo_url, 1, 2048) AS photo_url, s.submitted_at,
    coalesce(s.verified, FALSE) AS verified
    """

  static func submission(of checkpointID: UUID, by userID: UUID) -> SQL {
    """
    SELECT \(submissionColumns) FROM checkpoint_submissions s
    WHERE s.checkpoint_id = \(checkpointID) AND s.user_id = \(userID)
    """
  }
}
