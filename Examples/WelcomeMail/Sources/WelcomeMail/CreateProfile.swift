import Foundation
import Swiftlet

struct NewProfile: Codable, Sendable {
  let name: String
  let mail: String
}

struct Welcome: Codable, Sendable {
  let userID: UUID
}

/// Creates the profile of the calling user, and enqueues the welcome mail in the same transaction.
let createProfile = Function("create_profile", access: .user) { (profile: NewProfile, context) in
  guard !profile.name.isEmpty, profile.name.utf8.count <= 200, profile.mail.contains("@"),
    profile.mail.utf8.count <= 254
  else {
    throw FunctionError.validation("A profile needs a name and an address")
  }
  try await context.database.transaction { transaction in
    let isNew = try await transaction.execute(
      """
      INSERT INTO profiles (user_id, name, mail) VALUES (\(context.userID), \(profile.name), \(profile.mail))
      ON CONFLICT (user_id) DO NOTHING
      """)
    guard isNew > 0 else { throw FunctionError.conflict("You have a profile already") }
    try await context.jobs.enqueue(sendWelcome, Welcome(userID: context.userID), in: transaction)
  }
  return NoContent()
}
