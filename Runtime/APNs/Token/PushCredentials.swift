internal import Cryptography
package import FoundationEssentials
package import Push
import Wire

/// The credentials that sign provider tokens: a key from Apple's developer portal, its id and the team's id.
///
/// The private key is never shown: not by `description`, not by reflection, not in an error.
package struct PushCredentials: Sendable {
  /// The key's id, ten upper-case letters and digits (`kid`).
  package let keyID: String

  /// The team's id, ten upper-case letters and digits (`iss`).
  package let teamID: String

  private let key: P256PrivateKey

  /// Checks credentials. The ids have ten upper-case letters and digits; the key is the text of the `.p8` file.
  ///
  /// - Throws: ``PushError/Code/invalidCredentials``, naming the part and, for the key, what it is instead.
  package init(keyID: String, teamID: String, privateKey: String) throws(PushError) {
    try Self.check(keyID, field: "key id")
    try Self.check(teamID, field: "team id")
    self.key = try PrivateKeyFile.key(privateKey)
    self.keyID = keyID
    self.teamID = teamID
  }

  private static func check(_ id: String, field: String) throws(PushError) {
    let fits = id.utf8.count == 10 && id.utf8.allSatisfy { ASCII.isDigit($0) || ASCII.isUppercase($0) }
    guard fits else {
      throw PushError(
        .invalidCredentials, field: field,
        "It must be the ten upper-case letters and digits that Apple's developer portal shows.")
    }
  }

  /// A provider token: a JSON Web Token signed by ES256 with the claims `iss` and `iat`. Apple accepts it for 60
  /// minutes.
  ///
  /// - Throws: ``PushError/Code/invalidCredentials`` if the key does not sign.
  package func providerToken(issuedAt: Date) throws(PushError) -> String {
    // The ids are letters and digits only, so nothing needs escaping.
    let header = Base64URL.encode(#"{"alg":"ES256","kid":"\#(keyID)"}"#.utf8)
    let seconds = Int(issuedAt.timeIntervalSince1970.rounded(.down))
    let claims = Base64URL.encode(#"{"iss":"\#(teamID)","iat":\#(seconds)}"#.utf8)
    let signed = "\(header).\(claims)"
    do {
      return "\(signed).\(Base64URL.encode(try key.signature(for: [UInt8](signed.utf8))))"
    } catch {
      throw PushError(.invalidCredentials, field: "private key", "It did not sign; check the .p8 file.")
    }
  }
}

extension PushCredentials: CustomStringConvertible, CustomReflectable {
  /// The two ids, which are not secret, without the key.
  package var description: String { "PushCredentials(key id: \(keyID), team id: \(teamID), private key: ***)" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
