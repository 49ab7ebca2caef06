import Edge

/// The body of a request: each route reads the members that it needs.
struct UserFields: Decodable, Sendable {
  var id: String?
  var email: String?
  var phone: String?
  var password: String?
  /// Members for `user_metadata`.
  var data: JSONObject?
  var userMetadata: JSONObject?
  var appMetadata: JSONObject?
  var refreshToken: String?

  private enum CodingKeys: String, CodingKey {
    case id, email, phone, password, data
    case userMetadata = "user_metadata"
    case appMetadata = "app_metadata"
    case refreshToken = "refresh_token"
  }

  /// The most bytes of a body.
  static let limit = 64 << 10
  private static let depth = 32

  /// Reads a body.
  ///
  /// - Throws: ``AuthError`` 400 that names the path of the fault.
  init(json bytes: [UInt8]) throws(AuthError) {
    do throws(JSONFault) {
      self = try Wire.decode(Self.self, from: bytes, upTo: Self.limit, depth: Self.depth)
    } catch {
      throw .badJSON(bytes.isEmpty ? "the body is empty" : "\(error)")
    }
  }

  /// The address of the body, checked; nil if it is absent or empty.
  ///
  /// - Throws: ``AuthError`` 400 for a malformed address, or if there is a phone number.
  func address() throws(AuthError) -> EmailAddress? {
    guard (phone ?? "").isEmpty else { throw .noPhone }
    guard let email, !email.isEmpty else { return nil }
    return try EmailAddress(email)
  }

  /// The password of the body, checked; nil if it is absent or empty.
  ///
  /// - Throws: ``AuthError`` for a password that may not be set.
  func newPassword() throws(AuthError) -> String? {
    guard let password, !password.isEmpty else { return nil }
    try PasswordRules.check(password)
    return password
  }
}
