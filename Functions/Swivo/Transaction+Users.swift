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

  /// Runs an insert into `users`. On Supabase it can violate the reference to `auth.users`: a token outlives a deleted
  /// account.
  func insertUser(_ statement: SQL) async throws {
    do {
      try await execute(statement)
    } catch let error as DatabaseError where error.code == .foreignKeyViolation {
      throw FunctionError.notFound("USER_NOT_FOUND", "User not found")
    }
  }
}
