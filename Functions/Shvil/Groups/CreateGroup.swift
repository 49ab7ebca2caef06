import Edge
import Foundation

/// Creates a group, whose first member is the caller. A user has at most 100 groups.
let createGroup = Function("create_social_group", access: .user) { (input: NewGroup, context) in
  try await makeGroup(input, context)
}.limited(shvilLimit, as: "shvil").idempotent()
  .described("Creates a group, whose first member is the caller.")
  .errors(.userNotFound, .groupLimitReached)

struct NewGroup: Codable {
  let name: String
  let description: String?
}

extension NewGroup {
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    name = try container.decodeText(.name, GroupLimits.name)
    description = try container.decodeTextIfPresent(.description, GroupLimits.description)
  }
}

/// Creates a group.
///
/// - Parameter makeCode: gives invite codes until one is free.
func makeGroup(
  _ input: NewGroup, _ context: Context<UserAccess>, makeCode: @Sendable () -> GroupCode = { GroupCode() }
) async throws -> SocialGroup {
  let id = UUID()
  let userID = context.userID
  let now = context.clock.now

  return try await context.database.transaction(retries: 3) { transaction in
    try await transaction.holdUser(userID, at: now)
    guard let counts = try await transaction.first(.memberships(of: userID, in: id)),
      try counts.get("group_count") < GroupLimits.groups
    else { throw FunctionError.groupLimitReached }
    _ = try await transaction.insert(underFreeCode: makeCode) { code in
      """
      INSERT INTO social_groups (id, name, description, created_by, invite_code, qr_code, created_at, updated_at)
      VALUES (\(id), \(input.name), \(input.description), \(userID), \(code), \(GroupCode.address(of: code)), \(now),
        \(now))
      ON CONFLICT (invite_code) DO NOTHING RETURNING id
      """
    }
    try await transaction.addMember(userID, to: id, at: now)
    guard let row = try await transaction.first(.group(id, of: userID)) else { throw FunctionError.groupNotFound }
    return try SocialGroup(row)
  }
}

extension FunctionError {
  static let groupLimitReached = limitReached(
    "GROUP_LIMIT_REACHED", "You are in \(GroupLimits.groups) groups already", limit: GroupLimits.groups)
}
