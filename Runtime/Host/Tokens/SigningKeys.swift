import Edge
import JWTKit
import Logging

/// The keys that tokens are checked with. The key decides the algorithm, never the token.
struct SigningKeys: Sendable {
  struct Key: Sendable {
    let id: String?
    let algorithm: any JWTAlgorithm
  }

  /// The project's secret, and `oct` keys of the JWKS by their id.
  var secret: (any JWTAlgorithm)?
  var symmetric: [Key] = []
  /// ES256 and RS256 keys of the JWKS.
  var asymmetric: [Key] = []

  /// The keys that may have signed a token.
  func candidates(for token: CompactToken) throws(HostError) -> [any JWTAlgorithm] {
    switch token.algorithm {
    case "HS256":
      symmetric.filter { $0.id != nil && $0.id == token.keyID }.map(\.algorithm) + (secret.map { [$0] } ?? [])
    case "ES256", "RS256":
      asymmetric.filter { $0.algorithm.name == token.algorithm && (token.keyID == nil || $0.id == token.keyID) }
        .map(\.algorithm)
    default:
      throw .unsupportedAlgorithm(token.algorithm)
    }
  }

  /// Whether one of the candidates signed a token.
  static func verify(_ token: CompactToken, candidates: [any JWTAlgorithm]) -> Bool {
    candidates.contains { (try? $0.verify(token.signature, signs: token.signed)) == true }
  }

  /// Whether the project's secret signed a token.
  func secretSigned(_ token: CompactToken) -> Bool {
    token.algorithm == "HS256" && Self.verify(token, candidates: secret.map { [$0] } ?? [])
  }

  /// The algorithm of a shared secret.
  ///
  /// - Throws: ``ConfigurationProblem`` if the secret can be guessed.
  static func hs256(_ secret: [UInt8]) async throws -> any JWTAlgorithm {
    try SharedSecret.check(secret)
    let keys = JWTKeyCollection()
    await keys.add(hmac: HMACKey(from: secret), digestAlgorithm: .sha256)
    return try await keys.getKey()
  }

  /// Reads a key set (RFC 7517, section 5) entry by entry: what cannot be used is skipped with a warning.
  ///
  /// - Returns: nil if the text is no key set at all.
  static func read(jwks text: [UInt8], logger: Logger) async -> SigningKeys? {
    guard let document = try? Wire.decode(JSONValue.self, from: text) else { return nil }
    let entries: [JSONValue]
    switch document {
    case .array(let list): entries = list
    case .object(let object):
      guard case .array(let list)? = object["keys"] else { return nil }
      entries = list
    default: return nil
    }
    var keys = SigningKeys()
    for (index, entry) in entries.enumerated() {
      do {
        try await keys.add(entry)
      } catch {
        logger.warning(
          "A signing key is skipped",
          metadata: ["index": "\(index)", "kid": "\(entry["kid"]?.string ?? "-")", "reason": "\(error)"])
      }
    }
    return keys
  }

  private mutating func add(_ entry: JSONValue) async throws {
    if let use = entry["use"]?.string, use != "sig" { throw ConfigurationProblem("its use is \(use), not sig") }
    let id = entry["kid"]?.string
    switch entry["kty"]?.string {
    case "oct":
      guard entry["alg"]?.string ?? "HS256" == "HS256" else { throw ConfigurationProblem("its alg is not HS256") }
      guard let secret = entry["k"]?.string.flatMap({ Base64URL.decode($0.utf8) }) else {
        throw ConfigurationProblem("its k is not base64url")
      }
      guard !TokenConfiguration.isPublished(secret) else {
        throw ConfigurationProblem("its k is a secret that Supabase publishes")
      }
      symmetric.append(Key(id: id, algorithm: try await Self.hs256(secret)))
    case "EC":
      guard entry["crv"]?.string == "P-256" else { throw ConfigurationProblem("its curve is not P-256") }
      asymmetric.append(Key(id: id, algorithm: try await Self.publicKey(entry, "ES256")))
    case "RSA":
      // Shorter keys can be broken (RFC 7518, section 3.3).
      guard let modulus = entry["n"]?.string.flatMap({ Base64URL.decode($0.utf8) }),
        modulus.drop(while: { $0 == 0 }).count >= 256
      else { throw ConfigurationProblem("its modulus is shorter than 2048 bits") }
      asymmetric.append(Key(id: id, algorithm: try await Self.publicKey(entry, "RS256")))
    case let kind:
      throw ConfigurationProblem("its kty is \(kind ?? "missing")")
    }
  }

  /// Only the public parts are handed on, so that a private key in the set is never used as one.
  private static func publicKey(_ entry: JSONValue, _ algorithm: String) async throws -> any JWTAlgorithm {
    if let stated = entry["alg"]?.string, stated != algorithm { throw ConfigurationProblem("its alg is \(stated)") }
    var parts: [String: JSONValue] = ["kid": "key", "alg": .string(algorithm)]
    for name in ["kty", "crv", "x", "y", "n", "e"] { parts[name] = entry[name] }
    let keys = JWTKeyCollection()
    try await keys.add(jwk: try JWK(json: String(decoding: try Wire.encode(parts), as: UTF8.self)))
    return try await keys.getKey(for: "key", alg: algorithm)
  }
}

/// A part of the configuration that cannot be used.
public struct ConfigurationProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong and what to do; never a secret.
  public let description: String
  /// Describes a problem.
  public init(_ description: String) { self.description = description }
}
