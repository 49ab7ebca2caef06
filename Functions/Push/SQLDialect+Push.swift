import Edge
import Foundation

/// The locks that order a delivery and the registration of its user's token.
///
/// A registration changes the user's row before it looks at deliveries, so users are locked before deliveries, and
/// several users in the order of their ids.
extension SQLDialect {
  /// Keeps a user's token from changing.
  func holding(tokenOf userID: UUID) -> [SQL] {
    locking("SELECT FROM users u WHERE u.id = \(userID) \(lockingRows(of: "u"))")
  }

  /// Locks the users between whom a token passes, in the order in which a session's participants are locked.
  func holding(ownerOf token: String, and userID: UUID) -> [SQL] {
    locking(
      """
      SELECT FROM users u WHERE u.id = \(userID) OR u.apns_token = \(token) ORDER BY u.id \(lockingRows(of: "u"))
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
