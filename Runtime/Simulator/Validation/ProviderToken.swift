import Wire

/// The parts of a provider token (a JWT, RFC 7519). The signature is not verified here.
struct ProviderToken: Hashable {
  let keyID: String
  let team: String
  /// The claim `iat` in seconds since 1970.
  let issuedAt: Int64
  let signed: [UInt8]
  let signature: [UInt8]

  /// Parses the value of `authorization`.
  init(authorization: String?) throws(Rejection) {
    guard let authorization else { throw Rejection(.missingProviderToken, "there is no authorization header") }
    let scheme = "bearer "
    guard authorization.utf8.count > scheme.utf8.count, authorization.prefix(scheme.count).lowercased() == scheme else {
      throw Rejection(.missingProviderToken, "authorization does not read: bearer <token>")
    }
    try self.init(Array(authorization.utf8.dropFirst(scheme.utf8.count)))
  }

  init(_ token: [UInt8]) throws(Rejection) {
    let parts = token.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3 else { throw Self.invalid("a token has three parts, this one has \(parts.count)") }
    let header = try Self.object(parts[0], "header")
    let claims = try Self.object(parts[1], "claims")
    guard header["alg"]?.string == "ES256" else { throw Self.invalid("alg is not ES256") }
    guard let keyID = header["kid"]?.string, !keyID.isEmpty else { throw Self.invalid("the header has no kid") }
    guard let team = claims["iss"]?.string, !team.isEmpty else { throw Self.invalid("the claims have no iss") }
    guard let issuedAt = claims["iat"]?.integer else { throw Self.invalid("iat is not a whole number of seconds") }
    guard let signature = Base64URL.decode(parts[2]), signature.count == 64 else {
      throw Self.invalid("the signature is not the 64 bytes of ES256")
    }
    self.keyID = keyID
    self.team = team
    self.issuedAt = Int64(issuedAt)
    self.signature = signature
    signed = Array(token[..<parts[1].endIndex])
  }

  private static func object(_ part: some Collection<UInt8>, _ name: String) throws(Rejection) -> JSONValue {
    guard let bytes = Base64URL.decode(part), let json = try? JSONScanner.value(of: bytes), json.object != nil else {
      throw invalid("the \(name) is not a JSON object in base64url")
    }
    return json
  }

  private static func invalid(_ explanation: String) -> Rejection { Rejection(.invalidProviderToken, explanation) }
}
