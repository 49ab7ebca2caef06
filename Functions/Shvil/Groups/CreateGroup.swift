import Edge
import Foundation

/// Creates a group, whose first member is the caller. A user has at most 100 groups.
let createGroup = Function("create_social_group", access: .user) { (input: NewGroup, context) in
  try await makeGroup(input, context)
}.limited(shvilLimit, as: "shvil").idempotent()
  .described("Creates a group, whose first member is the caller.")
  .errors(.userNotFound, .tooManyGroups)

struct NewGroup: Codable {
  let name: String
  let description: String?
}

/// Creates a group.
///
/// - Parameter makeCode: gives invite codes until one is free.
func makeGroup(
  _ input: NewGroup, _ context: Context<UserAccess>, makeCode: @Sendable () -> GroupCode = { GroupCode() }
) async throws -> SocialGroup {
  let name = try input.name.bounded("name", GroupLimits.name)
  let description = try input.description?.bounded("description", GroupLimits.description)
  let id = UUID()
  let userID = context.userID
  let now = context.clock.now

  return try await context.database.transaction { transaction in
    // Locked, so that the groups of one user are counted one after another.
    try await transaction.insertUser(.holdUser(userID, at: now))
    guard let counts = try await transaction.first(.memberships(of: userID, in: id)),
      try counts.get("group_count") < GroupLimits.groups
    else { throw FunctionError.tooManyGroups }
    // A collision of two random codes is very unlikely (1 in 10^12), so 16 tries suffice.
    for _ in 1...16 {
      let code = makeCode().description
      let inserted = try await transaction.first(
        """
        INSERT INTO social_groups (id, name, description, created_by, invite_code, qr_code, created_at, updated_at)
        VALUES (\(id), \(name), \(description), \(userID), \(code), \(GroupCode.address(of: code)), \(now), \(now))
        ON CONFLICT (invite_code) DO NOTHING RETURNING id
        """)
      guard inserted != nil else { continue }
      try await transaction.addMember(userID, to: id, at: now)
      guard let row = try await transaction.first(.group(id, of: userID)) else { throw FunctionError.groupNotFound }
      return try SocialGroup(row)
    }
    throw FunctionError(status: .internalServerError, code: .server, message: "No invite code is free")
  }
}

extension FunctionError {
  static let tooManyGroups = limitReached(
    "You are in \(GroupLimits.groups) groups already", limit: GroupLimits.groups)
}
