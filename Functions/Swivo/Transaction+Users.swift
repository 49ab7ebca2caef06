import Edge
import Foundation

extension Transaction {
  /// Inserts the row of a user with a valid token unless it exists. On Supabase a trigger inserts it at sign-up.
  func ensureUser(_ id: UUID, at now: Date) async throws {
    try await insertUser(
      """
      INSERT INTO users (id, created_at, updated_at) VALUES (\(id), \(now), \(now)) ON CONFLICT (id) DO NOTHING
      """)
  }

  /// Runs an insert into `users`. A token outlives a deleted account: the insert then violates the reference to
  /// `auth.users` or the trigger that refuses deleted users.
  func insertUser(_ statement: SQL) async throws {
    do {
      try await execute(statement)
    } catch let error as DatabaseError where [.foreignKeyViolation, .constraintViolation].contains(error.code) {
      throw FunctionError.userNotFound
    }
  }
}

extension FunctionError {
  /// The caller's account is deleted.
  static let userNotFound = notFound("USER_NOT_FOUND", "User not found")
}
