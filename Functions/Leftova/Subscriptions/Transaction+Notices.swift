import Edge
import Foundation

/// The result of a notice.
enum NoticeOutcome: String, SQLValue {
  /// It has the latest state of its period, or is a transfer, which also counts for subscriptions not known yet.
  case applied
  /// A notice with a later state of its period came before it.
  case stale
  /// It is applied, and its user is not known here, has deleted the account, or is not named.
  case unknownUser = "unknown_user"
  /// It changes nothing.
  case ignored
}

extension Transaction {
  /// Stores a notice and applies its change. A notice that is stored already changes nothing.
  func take(_ notice: StoreNotice, at now: Date, _ dialect: SQLDialect) async throws {
    guard try await execute(.insertNotice(notice, at: now)) == 1 else { return }
    let outcome: NoticeOutcome
    switch notice.change {
    case .none: return
    case .transfer(let from, let to):
      _ = try await batch(dialect.holdingTransfers(alone: true))
      let gone = try await deleted(among: from + [to], at: now)
      let users = from.filter { !gone.contains($0) }
      try await transfer(from: users, to: gone.contains(to) ? nil : to, by: notice)
      outcome = .applied
    case .period(let period):
      _ = try await batch(dialect.holdingTransfers(alone: false))
      let gone = try await deleted(among: period.userID.map { [$0] } ?? [], at: now)
      let named = gone.isEmpty ? StoreOwner(named: period.userID, by: notice) : StoreOwner(nil, by: notice)
      let owner = try await currentOwner(after: named, at: notice.store)
      try await execute(.setOwner(owner, of: period, at: notice.store))
      let isLatest = try await execute(.setPeriod(period, by: notice)) == 1
      let isKnown = try await first(.userOf(period, at: notice.store)) != nil
      outcome = !isLatest ? .stale : isKnown ? .applied : .unknownUser
    }
    try await execute("UPDATE subscription_notices SET outcome = \(outcome) WHERE id = \(notice.id)")
  }
}

extension SQL {
  /// Inserts a notice unless it is there. Concurrent transactions with the same notice wait here for the first one.
  static func insertNotice(_ notice: StoreNotice, at now: Date) -> SQL {
    let subscription: String? = if case .period(let period) = notice.change { period.subscriptionID } else { nil }
    return """
      INSERT INTO subscription_notices (id, store, type, subtype, subscription_id, outcome, signed_at, received_at)
      VALUES (\(notice.id), \(notice.store), \(notice.type), \(notice.subtype), \(subscription),
        \(NoticeOutcome.ignored), \(notice.signedAt), \(now))
      ON CONFLICT (id) DO NOTHING
      """
  }

  /// Inserts the subscription, or gives it to the owner in a later notice.
  static func setOwner(_ owner: StoreOwner, of period: StorePeriod, at store: StoreNotice.Store) -> SQL {
    """
    INSERT INTO store_subscriptions (store, id, user_id, user_set_at, user_set_by)
    VALUES (\(store), \(period.subscriptionID), \(owner.userID), \(owner.setAt), \(owner.setBy))
    ON CONFLICT (store, id) DO UPDATE
    SET user_id = excluded.user_id, user_set_at = excluded.user_set_at, user_set_by = excluded.user_set_by
    WHERE (store_subscriptions.user_set_at, store_subscriptions.user_set_by)
      < (excluded.user_set_at, excluded.user_set_by)
    """
  }

  /// Inserts the period, or replaces its state unless a notice has told a later one.
  static func setPeriod(_ period: StorePeriod, by notice: StoreNotice) -> SQL {
    """
    INSERT INTO store_periods
      (store, subscription_id, id, product_id, purchased_at, ends_at, revoked_at, signed_at, notice_id)
    VALUES (\(notice.store), \(period.subscriptionID), \(period.id), \(period.productID), \(period.purchasedAt),
      \(period.endsAt), \(period.revokedAt), \(period.madeAt), \(notice.id))
    ON CONFLICT (store, subscription_id, id) DO UPDATE
    SET product_id = excluded.product_id, purchased_at = excluded.purchased_at, ends_at = excluded.ends_at,
      revoked_at = excluded.revoked_at, signed_at = excluded.signed_at, notice_id = excluded.notice_id
    WHERE (store_periods.signed_at, store_periods.notice_id) < (excluded.signed_at, excluded.notice_id)
    """
  }

  /// Selects the subscription's user, if there is a row for the user.
  static func userOf(_ period: StorePeriod, at store: StoreNotice.Store) -> SQL {
    """
    SELECT u.id FROM store_subscriptions t JOIN users u ON u.id = t.user_id
    WHERE t.store = \(store) AND t.id = \(period.subscriptionID)
    """
  }
}
