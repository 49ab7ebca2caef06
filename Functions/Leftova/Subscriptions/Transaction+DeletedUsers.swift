import Edge
import Foundation

extension Transaction {
  /// The users of a notice that have deleted their accounts. Their ids must not be stored with a subscription again.
  func deleted(among users: [UUID], at now: Date) async throws -> Set<UUID> {
    guard !users.isEmpty else { return [] }
    let rows = try await query(.keepDeletions(of: users, at: now))
    return try Set(rows.map { try $0.get("user_id", as: UUID.self) })
  }
}

extension SQL {
  /// How long the id of a deleted account is kept after a store's last notice about it. The deletion ends no
  /// subscription at the store, and within a year a subscription is renewed or ends, each with a notice.
  private static let timeForNotices: TimeInterval = 400 * 86_400

  /// Keeps the deletions of the users that have deleted their accounts, and selects these users.
  static func keepDeletions(of users: [UUID], at now: Date) -> SQL {
    let list = users.map { id -> SQL in "\(id)" }.joined()
    return """
      UPDATE account_deletions SET kept_until = \(now + timeForNotices) WHERE user_id IN (\(list)) RETURNING user_id
      """
  }

  /// Keeps the deletion of a user who still has subscriptions at a store.
  static func keepDeletion(ofSubscriber user: UUID, at now: Date) -> SQL {
    """
    UPDATE account_deletions SET kept_until = \(now + timeForNotices)
    WHERE user_id = \(user) AND EXISTS (SELECT 1 FROM store_subscriptions t WHERE t.user_id = \(user))
    """
  }
}
