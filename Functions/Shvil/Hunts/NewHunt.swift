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

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    title = try container.decodeText(.title, HuntLimits.title)
    description = try container.decodeTextIfPresent(.description, HuntLimits.description)
    groupID = try container.decodeIfPresent(UUID.self, forKey: .groupID)
    startTime = try container.decodeIfPresent(Date.self, forKey: .startTime)
    endTime = try container.decodeIfPresent(Date.self, forKey: .endTime)
    checkpoints = try container.decodeIfPresent([NewCheckpoint].self, forKey: .checkpoints)
  }

  /// - Throws: ``FunctionError`` with the path of a member that is out of bounds.
  func check() throws(FunctionError) {
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
