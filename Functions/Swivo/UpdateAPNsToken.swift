import Edge
import Foundation

/// Stores the device token of the caller's notifications; a null token turns them off.
let updateAPNsToken = Function("update_apns_token", access: .user) { (input: TokenUpdate, context) in
  try await store(input.token, input.environment, context)
  return Success()
}.idempotent()
  .described("Stores the device token of the caller's notifications; a null token turns them off.")

/// ``updateAPNsToken`` as a database function, which returns nothing.
let updateAPNsTokenProcedure = Function("update_apns_token", access: .user) { (input: TokenParameters, context) in
  try await store(input.token, input.environment, context)
  return NoContent()
}.idempotent()

struct TokenUpdate: Codable {
  let token: String?
  /// The token's environment; an app that Xcode installs has a token of the sandbox. Nil: the host's default.
  let environment: PushEnvironment?

  enum CodingKeys: String, CodingKey { case token, environment }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    token = try container.decodeNullable(.token)
    environment = try container.decodeEnvironment(.environment)
  }
}

struct TokenParameters: Codable {
  let token: String?
  let environment: PushEnvironment?

  enum CodingKeys: String, CodingKey {
    case token = "p_token"
    case environment = "p_environment"
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    token = try container.decodeNullable(.token)
    environment = try container.decodeEnvironment(.environment)
  }
}

extension KeyedDecodingContainer {
  fileprivate func decodeEnvironment(_ key: Key) throws -> PushEnvironment? {
    guard let text = try decodeIfPresent(String.self, forKey: key) else { return nil }
    guard let environment = PushEnvironment(rawValue: text) else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: self, debugDescription: "Expected \"sandbox\" or \"production\"")
    }
    return environment
  }
}

private func store(
  _ token: String?, _ environment: PushEnvironment?, _ context: Context<UserAccess>
) async throws {
  let token = try token.map(deviceToken)
  let environment = token == nil ? nil : environment
  let userID = context.userID
  let now = context.clock.now
  let dialect = context.database.engine.dialect
  try await context.database.transaction { transaction in
    if let hold = token.flatMap({ dialect.holding(token: $0) }) { _ = try await transaction.first(hold) }
    // A token belongs to one user: a phone with a new user gets no notifications of the former one.
    try await transaction.execute(
      """
      UPDATE users SET apns_token = NULL, apns_environment = NULL, updated_at = \(now)
      WHERE apns_token IS NOT NULL AND apns_token = \(token) AND id <> \(userID)
      """)
    try await transaction.insertUser(
      """
      INSERT INTO users (id, apns_token, apns_environment, apns_token_updated_at, created_at, updated_at)
      VALUES (\(userID), \(token), \(environment), \(now), \(now), \(now))
      ON CONFLICT (id) DO UPDATE SET apns_token = excluded.apns_token, apns_environment = excluded.apns_environment,
        apns_token_updated_at = excluded.apns_token_updated_at, updated_at = excluded.updated_at
      """)
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
