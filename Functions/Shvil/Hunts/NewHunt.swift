import Edge
import Foundation

/// The input of ``createHunt``.
struct NewHunt: Codable {
  let title: String
  let description: String?
  /// The group whose members may see and join the hunt; nil for a hunt that is open to each user who knows its id.
  let groupID: UUID?
  let startTime: Date?
  let endTime: Date?
  let checkpoints: [NewCheckpoint]?

  enum CodingKeys: String, CodingKey {
    case title, description, checkpoints
    case groupID = "group_id"
    case startTime = "start_time"
    case endTime = "end_time"
  }

  /// - Throws: ``FunctionError`` with the path of a member that is out of bounds.
  func check() throws(FunctionError) {
    _ = try title.bounded("title", HuntLimits.title)
    _ = try description?.bounded("description", HuntLimits.description)
    guard (checkpoints ?? []).count <= HuntLimits.checkpoints else {
      throw .invalid("checkpoints", "at most \(HuntLimits.checkpoints) checkpoints")
    }
    for (index, checkpoint) in (checkpoints ?? []).enumerated() { try checkpoint.check("checkpoints[\(index)]") }
    // The answer, which has the checkpoints and their ids, is then less than what is kept for an idempotency key.
    guard let bytes = try? Wire.encode(self), bytes.count <= HuntLimits.bytes else {
      throw .invalid("checkpoints", "a hunt of at most \(HuntLimits.bytes) bytes as JSON")
    }
  }
}
