import Cryptography
import Edge
import Logging

/// The keys for checking tokens.
struct VerificationKeys: Sendable {
  /// A key of a key set, and its id there.
  struct Named: Sendable {
    let id: String?
    let key: VerificationKey
  }

  var secret: VerificationKey?
  /// `oct` keys of the JWKS.
  private var symmetric: [Named] = []
  /// ES256 and RS256 keys of the JWKS.
  private(set) var asymmetric: [Named] = []

  init() {}

  /// The keys that may have signed a token.
  func candidates(for token: CompactToken) throws(HostError) -> [VerificationKey] {
    switch token.algorithm {
    case "HS256":
      symmetric.filter { $0.id != nil && $0.id == token.keyID }.map(\.key) + (secret.map { [$0] } ?? [])
    case "ES256", "RS256":
      asymmetric.filter { $0.key.algorithm == token.algorithm && (token.keyID == nil || $0.id == token.keyID) }
        .map(\.key)
    default:
      throw .unsupportedAlgorithm(token.algorithm)
    }
  }

  /// Whether the project's secret signed a token.
  func isSignedWithSecret(_ token: CompactToken) -> Bool {
    token.algorithm == "HS256" && secret?.isValid(token) == true
  }

  /// Parses a key set (RFC 7517, section 5); nil for any other text. Unusable keys are skipped with a warning.
  static func read(jwks text: [UInt8], logger: Logger) -> VerificationKeys? {
    guard let document = try? Wire.decode(JSONValue.self, from: text) else { return nil }
    let entries: [JSONValue]
    switch document {
    case .array(let list): entries = list
    case .object(let object):
      guard case .array(let list)? = object["keys"] else { return nil }
      entries = list
    default: return nil
    }
    var keys = VerificationKeys()
    for (index, entry) in entries.enumerated() {
      do {
        try keys.add(entry)
      } catch {
        logger.warning(
          "A signing key is skipped",
          metadata: ["index": "\(index)", "kid": "\(entry["kid"]?.string ?? "-")", "reason": "\(error)"])
      }
    }
    return keys
  }

  private mutating func add(_ entry: JSONValue) throws {
    if let use = entry["use"]?.string, use != "sig" { throw ConfigurationProblem("its use is \(use), not sig") }
    let id = entry["kid"]?.string
    switch entry["kty"]?.string {
    case "oct":
      try Self.check(entry, isFor: "HS256")
      let secret = try Self.bytes(entry, "k")
      guard !TokenConfiguration.isPublished(secret) else {
        throw ConfigurationProblem("its k is a secret that Supabase publishes")
      }
      symmetric.append(Named(id: id, key: try .shared(secret)))
    case "EC":
      guard entry["crv"]?.string == "P-256" else { throw ConfigurationProblem("its curve is not P-256") }
      try Self.check(entry, isFor: "ES256")
      let key = try P256PublicKey(x: try Self.bytes(entry, "x"), y: try Self.bytes(entry, "y"))
      asymmetric.append(Named(id: id, key: .es256(key)))
    case "RSA":
      try Self.check(entry, isFor: "RS256")
      let key = try RSAPublicKey(modulus: try Self.bytes(entry, "n"), exponent: try Self.bytes(entry, "e"))
      asymmetric.append(Named(id: id, key: .rs256(key)))
    case let kind:
      throw ConfigurationProblem("its kty is \(kind ?? "missing")")
    }
  }

  private static func check(_ entry: JSONValue, isFor algorithm: String) throws(ConfigurationProblem) {
    if let stated = entry["alg"]?.string, stated != algorithm {
      throw ConfigurationProblem("its alg is \(stated), not \(algorithm)")
    }
  }

  private static func bytes(_ entry: JSONValue, _ name: String) throws(ConfigurationProblem) -> [UInt8] {
    guard let bytes = entry[name]?.string.flatMap({ Base64URL.decode($0.utf8) }) else {
      throw ConfigurationProblem("its \(name) is not base64url")
    }
    return bytes
  }
}
