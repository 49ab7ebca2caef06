import Cryptography
import Edge
import FoundationEssentials
import Host

/// The keys that open the console: the service key, the secret API keys, and the keys of the read-only role.
struct SessionKeys: Sendable {
  /// The key of sessions that began with a one-use code.
  let ofCodes: SessionKey
  /// Whether the service key is published, so that it opens nothing.
  let hasPublishedServiceKey: Bool
  private let presented: [SessionKey]

  /// - Throws: ``ConfigurationProblem`` if the JWT secret can be guessed.
  init(_ tokens: TokenConfiguration, readOnlyKeys: [String]) throws(ConfigurationProblem) {
    let minter = try TokenMinter(secret: tokens.secret)
    let service = tokens.serviceRoleKey ?? minter.projectKey(.serviceRole)
    // A published key, or one of a published secret, opens nothing, and cookies are signed with random bytes of this
    // process.
    hasPublishedServiceKey = tokens.hasPublishedSecret || TokenConfiguration.isPublished(key: service)
    let root = HMACKey(hasPublishedServiceKey ? SessionKey.random() + SessionKey.random() : [UInt8](service.utf8))
    ofCodes = SessionKey(nil, role: .operator, root: root)
    let operators = (hasPublishedServiceKey ? [] : [service]) + tokens.secretKeys
    presented =
      operators.map { SessionKey($0, role: .operator, root: root) }
      + readOnlyKeys.map { SessionKey($0, role: .readOnly, root: root) }
  }

  /// The key with a text, which is compared with each key in constant time; nil for an unknown key.
  func key(_ text: String) -> SessionKey? {
    let digest = SHA256Digest(of: [UInt8](text.utf8).span)
    var found: SessionKey?
    for key in presented where key.has(digest) { found = found ?? key }
    return found
  }

  /// Whether a key can be presented. Otherwise only one-use codes admit.
  var acceptsKeys: Bool { !presented.isEmpty }

  /// The session of a cookie; nil if none of the keys signed it, or it has ended.
  func session(of cookie: String, at now: Date) -> Session? {
    // A session's cookie is shorter. A longer text is not authenticated.
    guard cookie.utf8.count <= 128 else { return nil }
    for key in [ofCodes] + presented {
      if let session = key.session(of: cookie, at: now) { return session }
    }
    return nil
  }
}
