import Edge
import Foundation

/// Submits a checkpoint of an active hunt that the caller has joined. A repeat has the first answer.
let submitCheckpoint = Function("submit_checkpoint", access: .user) { (input: NewSubmission, context) in
  let checkpointID = input.checkpointID
  let photoURL = input.photoURL
  guard photoURL.map(isWebAddress) ?? true else {
    throw FunctionError.invalid("photo_url", "an address that begins with https:// or http://")
  }
  let userID = context.userID
  let now = context.clock.now
  let statements =
    context.database.dialect.holding(huntOf: checkpointID)
    + [.checkpoint(checkpointID, for: userID), .submission(of: checkpointID, by: userID)]

  return try await context.database.transaction(retries: 3) { transaction in
    let answers = try await transaction.batch(statements)
    guard let checkpoint = answers.dropLast().last?.first else { throw FunctionError.checkpointNotFound }
    if let first = answers.last?.first { return try Submission(first) }
    guard try checkpoint.get("has_joined") else {
      throw FunctionError.permissionDenied("Only users who have joined the hunt may submit its checkpoints")
    }
    let end: Date? = try checkpoint.get("end_time")
    guard try checkpoint.get("status", as: HuntStatus.self) == .active, end.map({ now < $0 }) ?? true else {
      throw FunctionError.conflict("The hunt is not active")
    }
    guard try photoURL != nil || !checkpoint.get("photo_required", as: Bool.self) else {
      throw FunctionError.invalid("photo_url", "the address of a photo, which this checkpoint requires")
    }
    try await transaction.execute(
      """
      INSERT INTO checkpoint_submissions (id, checkpoint_id, user_id, photo_url, submitted_at, verified)
      VALUES (\(context.id.uuid), \(checkpointID), \(userID), \(photoURL), \(now), FALSE)
      ON CONFLICT (checkpoint_id, user_id) DO NOTHING
      """)
    guard let stored = try await transaction.first(.submission(of: checkpointID, by: userID)) else {
      throw FunctionError.submissionNotFound
    }
    return try Submission(stored)
  }
}.limitedAsUpload().idempotent()
  .described("Submits a checkpoint of an active hunt that the caller has joined. A repeat has the first answer.")
  .errors(
    .checkpointNotFound, .submissionNotFound, .conflict("The hunt is not active"),
    .permissionDenied("Only users who have joined the hunt may submit its checkpoints"))

struct NewSubmission: Codable {
  let checkpointID: UUID
  /// The photo's address; required where the checkpoint says so.
  let photoURL: String?

  enum CodingKeys: String, CodingKey {
    case checkpointID = "checkpoint_id"
    case photoURL = "photo_url"
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    checkpointID = try container.decode(UUID.self, forKey: .checkpointID)
    photoURL = try container.decodeTextIfPresent(.photoURL, HuntLimits.photoURL)
  }
}

/// Whether a text is an address that a client can show as a picture, and no script or data of its own.
private func isWebAddress(_ text: String) -> Bool {
  let lower = text.prefix(8).lowercased()
  return (lower.hasPrefix("https://") || lower.hasPrefix("http://"))
    && text.utf8.allSatisfy { $0 > UInt8(ascii: " ") && $0 != 0x7f }
}

extension SQL {
  /// Selects a checkpoint with its hunt's state; no row if the user may not see the hunt.
  static func checkpoint(_ id: UUID, for userID: UUID) -> SQL {
    """
    SELECT coalesce(c.photo_required, FALSE) AS photo_required, h.status, h.end_time,
      \(hasJoined(userID)) AS has_joined
    FROM hunt_checkpoints c JOIN scavenger_hunts h ON h.id = c.hunt_id
    WHERE c.id = \(id) AND \(isSeen(by: userID))
    """
  }
}
