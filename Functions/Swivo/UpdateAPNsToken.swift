import Edge
import Foundation

/// Stores where the caller's notifications go; a null token turns them off.
let updateAPNsToken = Function("update_apns_token", access: .user) { (input: TokenUpdate, context) in
  try await store(input.token, context)
  return Success()
}

/// The same as a database function, which returns nothing.
let updateAPNsTokenProcedure = Function("update_apns_token", access: .user) { (input: TokenParameters, context) in
  try await store(input.token, context)
  return NoContent()
}

struct TokenUpdate: Codable {
  let token: String?

  enum CodingKeys: String, CodingKey { case token }

  init(from decoder: any Decoder) throws {
    token = try decoder.container(keyedBy: CodingKeys.self).decodeNullable(.token)
  }
}

struct TokenParameters: Codable {
  let token: String?

  enum CodingKeys: String, CodingKey { case token = "p_token" }

  init(from decoder: any Decoder) throws {
    token = try decoder.container(keyedBy: CodingKeys.self).decodeNullable(.token)
  }
}

extension KeyedDecodingContainer {
  /// A string or null; unlike `decodeIfPresent` it insists on the key, so that a forgotten one turns nothing off.
  fileprivate func decodeNullable(_ key: Key) throws -> String? {
    guard contains(key) else {
      throw DecodingError.keyNotFound(key, .init(codingPath: codingPath, debugDescription: "Expected a string or null"))
    }
    return try decodeIfPresent(String.self, forKey: key)
  }
}

private func store(_ token: String?, _ context: Context<UserAccess>) async throws {
  let token = try token.map(deviceToken)
  let userID = context.userID
  let now = context.clock.now
  try await context.database.execute(
    """
    INSERT INTO users (id, apns_token, created_at, updated_at) VALUES (\(userID), \(token), \(now), \(now))
    ON CONFLICT (id) DO UPDATE SET apns_token = excluded.apns_token, updated_at = excluded.updated_at
    """)
}

/// A device token as Apple's server wants it in a path: hexadecimal digits, in lower case. Its length is Apple's to
/// choose.
private func deviceToken(_ text: String) throws(FunctionError) -> String {
  let digits = text.utf8
  guard (1...512).contains(digits.count), digits.count.isMultiple(of: 2),
    digits.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0 | 0x20) })
  else {
    throw .validation("token must be null or 2 to 512 hexadecimal digits, two for each byte")
  }
  return text.lowercased()
}
