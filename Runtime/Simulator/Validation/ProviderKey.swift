package import Cryptography

/// The public half of a key whose provider tokens a simulator accepts.
public struct ProviderKey: Sendable {
  /// The reason why a key cannot be used.
  public struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The mistake and advice.
    public let description: String
  }

  /// The key's id, the `kid` of its tokens.
  public let id: String
  /// The team's id, the `iss` of its tokens; nil for any.
  public let team: String?
  /// The server it may be used on; nil for both.
  public let environment: SimulatedEnvironment?
  let publicKey: P256PublicKey

  /// Creates a key from PEM.
  ///
  /// - Parameters:
  ///   - id: the key's id.
  ///   - team: the team's id; nil accepts any.
  ///   - pem: a P-256 key in PEM: the public key, or Apple's `.p8`, of which the public half is kept.
  ///   - environment: the server it may be used on; nil for both.
  /// - Throws: ``Problem`` if the PEM holds no P-256 key.
  public init(id: String, team: String? = nil, pem: String, environment: SimulatedEnvironment? = nil) throws(Problem) {
    let publicKey = (try? P256PublicKey(pem: pem)) ?? (try? P256PrivateKey(pem: pem))?.publicKey
    guard let publicKey else {
      throw Problem(description: "The PEM of key \(id) holds no P-256 key: give a public key or Apple's .p8 file")
    }
    self.init(id: id, team: team, publicKey: publicKey, environment: environment)
  }

  /// Creates a key from its public half.
  package init(id: String, team: String? = nil, publicKey: P256PublicKey, environment: SimulatedEnvironment? = nil) {
    self.id = id
    self.team = team
    self.publicKey = publicKey
    self.environment = environment
  }
}
