import Edge
import Foundation

/// A transfer names users and no subscription. It is stored, so that it also counts for a subscription of theirs whose
/// earlier notice comes after it.
///
/// The notices of a store have to be held by ``SQLDialect/holdingTransfers(alone:)`` before.
extension Transaction {
  /// Stores a transfer, and gives the users' subscriptions that are known to the other user.
  func transfer(from users: [UUID], to user: UUID?, by notice: StoreNotice) async throws {
    guard !users.isEmpty else { return }
    _ = try await batch(users.map { SQL.insertTransfer(from: $0, to: user, by: notice) })
    let owner = try await currentOwner(after: StoreOwner(user, by: notice), at: notice.store)
    try await execute(.transferSubscriptions(from: users, to: owner, by: notice))
  }

  /// The owner after all later transfers that are known.
  func currentOwner(after owner: StoreOwner, at store: StoreNotice.Store) async throws -> StoreOwner {
    var owner = owner
    // Each transfer is later than the one before, so this ends.
    while owner.userID != nil, let row = try await first(.transfer(after: owner, at: store)) {
      owner = try StoreOwner(row)
    }
    return owner
  }
}

extension SQL {
  /// Inserts a transfer from one user.
  static func insertTransfer(from user: UUID, to receiver: UUID?, by notice: StoreNotice) -> SQL {
    """
    INSERT INTO store_transfers (from_user_id, store, made_at, notice_id, to_user_id)
    VALUES (\(user), \(notice.store), \(notice.signedAt), \(notice.id), \(receiver))
    ON CONFLICT (from_user_id, store, made_at, notice_id) DO NOTHING
    """
  }

  /// Selects the first transfer from an owner after the notice that tells the owner.
  static func transfer(after owner: StoreOwner, at store: StoreNotice.Store) -> SQL {
    """
    SELECT to_user_id, made_at, notice_id FROM store_transfers
    WHERE from_user_id = \(owner.userID) AND store = \(store)
      AND (made_at, notice_id) > (\(owner.setAt), \(owner.setBy))
    ORDER BY made_at, notice_id LIMIT 1
    """
  }

  /// Gives the subscriptions of some users to another, unless a notice after the transfer's has given them.
  static func transferSubscriptions(from users: [UUID], to owner: StoreOwner, by notice: StoreNotice) -> SQL {
    let list = users.map { id -> SQL in "\(id)" }.joined()
    return """
      UPDATE store_subscriptions
      SET user_id = \(owner.userID), user_set_at = \(owner.setAt), user_set_by = \(owner.setBy)
      WHERE store = \(notice.store) AND user_id IN (\(list))
        AND (user_set_at, user_set_by) < (\(notice.signedAt), \(notice.id))
      """
  }
}
