import Edge
import Foundation

extension Transaction {
  /// The users who have not deleted their accounts, in the same order. They are not erased before the transaction ends,
  /// so an erasure finds what it stores about them. A user without a row has not signed in yet, and is kept.
  func withoutDeleted(_ users: [UUID], _ dialect: SQLDialect) async throws -> [UUID] {
    guard !users.isEmpty else { return [] }
    let list = users.map { id -> SQL in "\(id)" }.joined()
    let deletions: SQL = "SELECT user_id FROM account_deletions WHERE user_id IN (\(list))"
    let deleted = try await batch(dialect.holding(accounts: users) + [deletions]).joined()
    let ids = Set(try deleted.map { row in try row.get("user_id", as: UUID.self) })
    return users.filter { !ids.contains($0) }
  }
}
