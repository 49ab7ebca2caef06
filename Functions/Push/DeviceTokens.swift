import Edge
import Foundation

/// The device tokens to which an app's notifications go, and their bundle id.
///
/// An app with a topic of its own has tokens of its own. All other apps of the host share `APNS_TOPIC`, and the tokens
/// that `users` holds.
struct DeviceTokens: Sendable {
  let bundleID: String
  /// The app whose own tokens these are; nil for the tokens of `users`.
  private let app: String?

  /// - Parameter app: the app's name; nil for one that names none.
  init(of app: String?, _ push: PushService) {
    let own = app.flatMap { push.bundleIDs[$0] }
    self.app = own == nil ? nil : app
    bundleID = own ?? push.bundleID
  }

  /// The join of a user `u` with the user's token.
  var join: SQL { app.map { "LEFT JOIN device_tokens t ON t.user_id = u.id AND t.app = \($0)" } ?? "" }
  /// The token's column after ``join``.
  var token: SQL { app == nil ? "u.apns_token" : "t.token" }
  /// The column of the token's environment.
  var environment: SQL { app == nil ? "u.apns_environment" : "t.environment" }
  /// The column of the instant of the token's registration.
  var registeredAt: SQL { app == nil ? "u.apns_token_updated_at" : "t.updated_at" }
  /// Whether these are the tokens of `users`, which all apps without a topic of their own share.
  var areOfUsers: Bool { app == nil }

  /// Stores a user's token in place of an earlier one; a null token removes it. The user has a row.
  func store(_ token: String?, _ environment: PushEnvironment?, of userID: UUID, at now: Date) -> SQL {
    guard let app else {
      return """
        UPDATE users SET apns_token = \(token), apns_environment = \(environment), apns_token_updated_at = \(now),
          updated_at = \(now)
        WHERE id = \(userID)
        """
    }
    guard let token else { return "DELETE FROM device_tokens WHERE user_id = \(userID) AND app = \(app)" }
    return """
      INSERT INTO device_tokens (user_id, app, token, environment, updated_at)
      VALUES (\(userID), \(app), \(token), \(environment), \(now))
      ON CONFLICT (user_id, app) DO UPDATE SET token = excluded.token, environment = excluded.environment,
        updated_at = excluded.updated_at
      """
  }

  /// The statements that remove a token from other users and apps, before it is stored for a user.
  ///
  /// A token belongs to one user: a phone with a new user gets no notifications of the former one.
  func release(_ token: String, by userID: UUID, at now: Date) -> [SQL] {
    [
      """
      UPDATE users SET apns_token = NULL, apns_environment = NULL, updated_at = \(now)
      WHERE apns_token IS NOT NULL AND apns_token = \(token) AND (id <> \(userID) OR \(app != nil))
      """,
      """
      DELETE FROM device_tokens
      WHERE token = \(token) AND (user_id <> \(userID) OR app <> \(app ?? ""))
      """,
    ]
  }

  /// Selects whether a user has registered a token since one was read: another one, the same one for another
  /// environment, or the same one again.
  func registration(
    of userID: UUID, since token: String, in environment: PushEnvironment?, at registeredAt: Date?
  ) -> SQL {
    let environment = environment?.rawValue ?? ""
    // Instants are bound with milliseconds, and a column may have more digits.
    let registeredAt = (registeredAt ?? .distantPast) + 0.001
    guard let app else {
      return """
        SELECT 1 AS found FROM users
        WHERE id = \(userID) AND apns_token IS NOT NULL AND (apns_token <> \(token)
          OR coalesce(apns_environment, '') <> \(environment) OR apns_token_updated_at > \(registeredAt))
        """
    }
    return """
      SELECT 1 AS found FROM device_tokens
      WHERE user_id = \(userID) AND app = \(app) AND (token <> \(token)
        OR coalesce(environment, '') <> \(environment) OR updated_at > \(registeredAt))
      """
  }

  /// Removes an invalid token, unless the user has registered it again after `since`.
  func forget(_ token: String, of userID: UUID, unlessRegisteredAfter since: Date) -> SQL {
    guard let app else {
      return """
        UPDATE users SET apns_token = NULL, apns_environment = NULL
        WHERE id = \(userID) AND apns_token = \(token)
          AND (apns_token_updated_at IS NULL OR apns_token_updated_at <= \(since))
        """
    }
    return """
      DELETE FROM device_tokens
      WHERE user_id = \(userID) AND app = \(app) AND token = \(token) AND updated_at <= \(since)
      """
  }
}
