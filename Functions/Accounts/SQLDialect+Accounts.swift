import Edge
import Foundation

extension SQLDialect {
  /// Waits for the transactions that have stored a user's id and are not committed, before the user's erasure: those
  /// that have inserted the user, or hold the account (``holding(accounts:)``).
  func holding(erasureOf userID: UUID) -> [SQL] {
    locking("SELECT pg_advisory_xact_lock(hashtextextended(\("account " + userID.lowercased), 0))")
  }

  /// Keeps the accounts of other users, whose ids are to be stored, from being erased. It selects those that are being
  /// erased, without waiting for them.
  func holding(accounts users: [UUID]) -> [SQL] {
    locking(
      """
      SELECT r.id AS user_id FROM unnest(CAST(\(list(users)) AS uuid[])) AS r (id)
      WHERE NOT pg_try_advisory_xact_lock_shared(hashtextextended('account ' || CAST(r.id AS text), 0))
      """)
  }

  /// The statements that remove a user's rows of all apps. Rows that refer to the user go with the user's row.
  ///
  /// On Postgres the user's row is locked first, as by the functions that store chats and scores. Both refer to the
  /// user of sign-in, who may be removed later.
  func removing(user id: UUID) -> [SQL] {
    let own: [SQL] =
      switch self {
      case .sqlite:
        [
          "DELETE FROM invite_code_misses WHERE user_id = \(id)",
          // A share that its recipients cannot read stays as it is: no update of it is accepted.
          """
          UPDATE eta_shares SET recipients = (
            SELECT json_group_array(r.value) FROM json_each(eta_shares.recipients) r WHERE r.value <> \(id))
          WHERE id IN (SELECT share_id FROM eta_share_recipients WHERE user_id = \(id))
            AND length(CAST(route_data AS BLOB)) <= 16384 AND json_type(route_data) = 'object'
            AND length(recipients) <= 2048 AND json_array_length(recipients) <= 50
            AND expires_at GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:*'
            AND created_at GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:*'
          """,
          "DELETE FROM eta_share_recipients WHERE user_id = \(id)",
        ]
      case .postgres:
        [
          "SELECT FROM users WHERE id = \(id) FOR UPDATE",
          "SELECT apps.forget_user(\(id))",
          "DELETE FROM chats WHERE user_id = \(id)",
          "DELETE FROM scores WHERE user_id = \(id)",
        ]
      }
    let common: [SQL] = [
      "DELETE FROM store_subscriptions WHERE user_id = \(id)",
      "DELETE FROM store_transfers WHERE from_user_id = \(id)",
      "UPDATE store_transfers SET to_user_id = NULL WHERE to_user_id = \(id)",
      "DELETE FROM users WHERE id = \(id)",
    ]
    return own + common
  }
}
