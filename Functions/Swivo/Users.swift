import Edge
import Foundation

extension Transaction {
  /// Makes sure that a user with a valid token has a row; on Supabase a trigger does that at sign-in.
  func ensureUser(_ id: UUID, at now: Date) async throws {
    try await execute(
      """
      INSERT INTO users (id, created_at, updated_at) VALUES (\(id), \(now), \(now)) ON CONFLICT (id) DO NOTHING
      """)
  }
}
