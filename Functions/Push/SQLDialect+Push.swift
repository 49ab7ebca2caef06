import Edge
import Foundation

/// The locks that order a delivery and the registration of its user's token. SQLite needs no lock.
///
/// A registration changes the user's row before it looks at deliveries, so users are locked before deliveries, and
/// several users in the order of their ids.
extension SQLDialect {
  /// The statement before a look at a user's token, which keeps the token from changing until the transaction ends.
  func holding(tokenOf userID: UUID) -> [SQL] {
    switch self {
    case .sqlite: []
    case .postgres: ["SELECT FROM users u WHERE u.id = \(userID) FOR NO KEY UPDATE OF u"]
    }
  }

  /// The statement before a token passes from its user to another one. It locks both rows in the order in which a
  /// session's participants are locked.
  func holding(ownerOf token: String, and userID: UUID) -> [SQL] {
    switch self {
    case .sqlite: []
    case .postgres:
      [
        """
        SELECT FROM users u WHERE u.id = \(userID) OR u.apns_token = \(token) ORDER BY u.id FOR NO KEY UPDATE OF u
        """
      ]
    }
  }

  /// The statement before a look at the tokens of a session's participants, which keeps the tokens from changing until
  /// the transaction ends.
  func holding(tokensOfParticipantsIn sessionID: UUID) -> [SQL] {
    switch self {
    case .sqlite: []
    case .postgres:
      [
        """
        SELECT FROM session_participants p JOIN users u ON u.id = p.user_id
        WHERE p.session_id = \(sessionID) ORDER BY u.id FOR SHARE OF u
        """
      ]
    }
  }
}
