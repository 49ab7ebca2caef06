package import Cryptography
package import Push

/// The public half of a key whose provider tokens a simulator accepts.
package struct ProviderKey: Sendable {
  /// The reason why a key cannot be used.
  package struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
  }

  /// The key's id, the `kid` of its tokens.
  package let id: String
  /// The team's id, the `iss` of its tokens; nil for any.
  package let team: String?
  /// The server it may be used on; nil for both.
  package let environment: PushEnvironment?
  let publicKey: P256PublicKey

  /// Creates a key from PEM: a public key, or Apple's `.p8`, of which the public half is kept.
  ///
  /// - Throws: ``Problem`` if the PEM holds no P-256 key.
  package init(id: String, team: String? = nil, pem: String, environment: PushEnvironment? = nil) throws(Problem) {
    let publicKey = (try? P256PublicKey(pem: pem)) ?? (try? P256PrivateKey(pem: pem))?.publicKey
    guard let publicKey else {
      throw Problem(description: "The PEM of key \(id) holds no P-256 key: give a public key or Apple's .p8 file")
    }
    self.init(id: id, team: team, publicKey: publicKey, environment: environment)
  }

  /// Creates a key from its public half.
  package init(id: String, team: String? = nil, publicKey: P256PublicKey, environment: PushEnvironment? = nil) {
    self.id = id
    self.team = team
    self.publicKey = publicKey
    self.environment = environment
  }
}
