import Edge
import Foundation

/// Stores the device token of the caller's notifications; a null token turns them off.
///
/// Recent matches whose notification found no valid token are sent to it (``LateRegistration``).
///
/// A token belongs to one app on one phone. An app with a topic of its own in `[apns.topics]` sends its name.
let updateAPNsToken = Function("update_apns_token", access: .user) { (input: TokenUpdate, context) in
  try await store(input.token, input.environment, of: input.app, context)
  return Success()
}.idempotent()
  .described("Stores the device token of the caller's notifications; a null token turns them off.")
  .errors(.userNotFound)

/// ``updateAPNsToken`` as a database function, which returns nothing.
let updateAPNsTokenProcedure = Function("update_apns_token", access: .user) { (input: TokenParameters, context) in
  try await store(input.token, input.environment, of: input.app, context)
  return NoContent()
}.idempotent()

struct TokenUpdate: Codable {
  let token: String?
  /// The token's environment; an app that Xcode installs has a token of the sandbox. Nil: the host's default.
  let environment: PushEnvironment?
  /// The app whose token it is; nil: that of `APNS_TOPIC`.
  let app: String?

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    token = try container.decodeNullable(.token)
    environment = try container.decodeEnvironment(.environment)
    app = try container.decodeTextIfPresent(.app, 1...32)
  }
}

struct TokenParameters: Codable {
  let token: String?
  let environment: PushEnvironment?
  let app: String?

  enum CodingKeys: String, CodingKey {
    case token = "p_token"
    case environment = "p_environment"
    case app = "p_app"
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    token = try container.decodeNullable(.token)
    environment = try container.decodeEnvironment(.environment)
    app = try container.decodeTextIfPresent(.app, 1...32)
  }
}

extension KeyedDecodingContainer {
  fileprivate func decodeEnvironment(_ key: Key) throws -> PushEnvironment? {
    guard contains(key), try !decodeNil(forKey: key) else { return nil }
    let text: String = try decode(key, expecting: #""sandbox" or "production""#) {
      PushEnvironment(rawValue: $0) != nil
    }
    return PushEnvironment(rawValue: text)
  }
}

private func store(
  _ token: String?, _ environment: PushEnvironment?, of app: String?, _ context: Context<UserAccess>
) async throws {
  let tokens = DeviceTokens(of: app, context.push)
  let token = try token.map(deviceToken)
  let environment = token == nil ? nil : environment
  let userID = context.userID
  let now = context.clock.now
  let dialect = context.database.dialect
  let release = token.map { token in
    dialect.holding(token: token) + dialect.holding(ownersOf: token, and: userID)
      + tokens.release(token, by: userID, at: now)
  }
  let statements = (release ?? []) + [tokens.store(token, environment, of: userID, at: now)]

  try await context.database.transaction(retries: 3) { transaction in
    // Before the owners are locked: another first call of the user may have inserted the row, and wait for an owner's.
    try await transaction.ensureUser(userID, at: now)
    _ = try await transaction.batch(statements)
    // Matches are sent to the shared tokens.
    guard token != nil, tokens.areOfUsers else { return }
    try await transaction.resumeDeliveries(after: LateRegistration(userID: userID, registeredAt: now), context.jobs)
  }
}

/// A device token in lower case. Its length is Apple's to choose.
private func deviceToken(_ text: String) throws(FunctionError) -> String {
  do {
    return try DeviceToken(text, environment: .sandbox).hex
  } catch {
    throw .validation("token must be null or the device token's bytes in hexadecimal. \(error.message)")
  }
}
