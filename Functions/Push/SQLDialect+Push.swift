import Edge
import Foundation

/// The locks that order a delivery and the registration of its user's token.
///
/// Users are locked before their device tokens and deliveries, and several users in the order of their ids.
extension SQLDialect {
  /// Keeps a user's token from changing.
  func holding(tokenOf userID: UUID) -> [SQL] {
    locking("SELECT FROM users u WHERE u.id = \(userID) \(lockingRows(of: "u"))")
  }

  /// Locks the users between whom a token passes, in the order in which a session's participants are locked.
  func holding(ownersOf token: String, and userID: UUID) -> [SQL] {
    // An array, because an OR with a subquery uses no index.
    locking(
      """
      SELECT FROM users u
      WHERE u.id = \(userID) OR u.apns_token = \(token)
        OR u.id = ANY (ARRAY(SELECT t.user_id FROM device_tokens t WHERE t.token = \(token)))
      ORDER BY u.id \(lockingRows(of: "u"))
      """)
  }

  /// Keeps the tokens of a session's participants from changing.
  func holding(tokensOfParticipantsIn sessionID: UUID) -> [SQL] {
    locking(
      """
      SELECT FROM session_participants p JOIN users u ON u.id = p.user_id
      WHERE p.session_id = \(sessionID) ORDER BY u.id FOR SHARE OF u
      """)
  }
}
