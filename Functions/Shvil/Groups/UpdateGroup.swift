import Edge
import Foundation

/// Changes a group's name or description; only its creator may.
let updateGroup = Function("update_social_group", access: .user) { (input: GroupChange, context) in
  let groupID = input.groupID
  let userID = context.userID
  let now = context.clock.now
  let statements = context.database.dialect.holding(group: groupID) + [.standing(of: userID, in: groupID)]

  return try await context.database.transaction(retries: 3) { transaction in
    guard let standing = try await transaction.batch(statements).last?.first else { throw FunctionError.groupNotFound }
    guard try standing.get("is_creator") else {
      throw FunctionError.permissionDenied("Only the creator of the group may change it")
    }
    let renaming: SQL = input.name.map { ", name = \($0)" } ?? ""
    let describing: SQL = input.description.map { ", description = \($0)" } ?? ""
    try await transaction.execute(
      "UPDATE social_groups SET updated_at = \(now)\(renaming)\(describing) WHERE id = \(groupID)")
    guard let row = try await transaction.first(.group(groupID, of: userID)) else { throw FunctionError.groupNotFound }
    return try SocialGroup(row)
  }
}.limited(shvilLimit, as: "shvil").idempotent()
  .described("Changes a group's name or description; only its creator may.")
  .errors(.groupNotFound, .permissionDenied("Only the creator may do this"))

struct GroupChange: Codable {
  let groupID: UUID
  /// The new name; nil keeps it.
  let name: String?
  /// The new description: nil keeps it, and a null of the input removes it.
  let description: String??

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    groupID = try container.decode(UUID.self, forKey: .groupID)
    name = try container.decodePresentText(.name, GroupLimits.name)
    description = try container.decodeTextChange(of: .description, GroupLimits.description)
    try container.requireAny(of: .name, .description)
  }

  enum CodingKeys: String, CodingKey {
    case groupID = "group_id"
    case name, description
  }
}
