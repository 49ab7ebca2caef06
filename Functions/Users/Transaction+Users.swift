import Edge
import Foundation

extension Transaction {
  /// Inserts the row of a user with a valid token unless it exists. On Supabase a trigger inserts it at sign-up.
  ///
  /// - Throws: ``FunctionError`` 404 `USER_NOT_FOUND` for a deleted account.
  func ensureUser(_ id: UUID, at now: Date) async throws {
    try await insertUser(
      """
      INSERT INTO users (id, created_at, updated_at) VALUES (\(id), \(now), \(now)) ON CONFLICT (id) DO NOTHING
      """)
  }

  /// Inserts a user's row unless it exists, and locks it, so that concurrent calls of one user come one after another.
  ///
  /// - Throws: ``FunctionError`` 404 `USER_NOT_FOUND` for a deleted account.
  func holdUser(_ id: UUID, at now: Date) async throws { try await insertUser(.holdUser(id, at: now)) }

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

extension SQL {
  static func holdUser(_ id: UUID, at now: Date) -> SQL {
    """
    INSERT INTO users (id, created_at, updated_at) VALUES (\(id), \(now), \(now))
    ON CONFLICT (id) DO UPDATE SET updated_at = users.updated_at
    """
  }
}
