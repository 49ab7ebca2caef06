internal import Cryptography
package import Foundation

/// What provider tokens are signed with: a key of Apple's developer portal, its id and the team's.
///
/// The private key is never shown: not by `description`, not by reflection, not in an error.
public struct PushCredentials: Sendable {
  /// The key's id, ten upper-case letters and digits (`kid`).
  public let keyID: String

  /// The team's id, ten upper-case letters and digits (`iss`).
  public let teamID: String

  private let key: P256PrivateKey

  /// Checks credentials.
  ///
  /// - Parameters:
  ///   - keyID: The key's id, ten upper-case letters and digits.
  ///   - teamID: The team's id, ten upper-case letters and digits.
  ///   - privateKey: The text of the `.p8` file: an elliptic-curve key on P-256, in PEM.
  /// - Throws: ``PushError/Code/invalidCredentials``, naming the part and, for the key, what it is instead.
  public init(keyID: String, teamID: String, privateKey: String) throws(PushError) {
    try Self.check(keyID, field: "key id")
    try Self.check(teamID, field: "team id")
    self.key = try PrivateKeyFile.key(privateKey)
    self.keyID = keyID
    self.teamID = teamID
  }

  private static func check(_ id: String, field: String) throws(PushError) {
    let fits = id.utf8.count == 10 && id.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) }
    guard fits else {
      throw PushError(
        .invalidCredentials, field: field,
        "It must be the ten upper-case letters and digits that Apple's developer portal shows.")
    }
  }

  /// A provider token: a JSON Web Token signed by ES256 with the claims `iss` and `iat`.
  ///
  /// - Parameter issuedAt: When it counts as made. Apple takes it for 60 minutes from then.
  /// - Throws: ``PushError/Code/invalidCredentials`` if the key does not sign.
  package func providerToken(issuedAt: Date) throws(PushError) -> String {
    // The ids are letters and digits only, so nothing needs escaping.
    let header = Self.base64URL(Data(#"{"alg":"ES256","kid":"\#(keyID)"}"#.utf8))
    let seconds = Int(issuedAt.timeIntervalSince1970.rounded(.down))
    let claims = Self.base64URL(Data(#"{"iss":"\#(teamID)","iat":\#(seconds)}"#.utf8))
    let signed = "\(header).\(claims)"
    do {
      return "\(signed).\(Self.base64URL(Data(try key.signature(for: [UInt8](signed.utf8)))))"
    } catch {
      throw PushError(.invalidCredentials, field: "private key", "It did not sign; check the .p8 file.")
    }
  }

  private static func base64URL(_ data: Data) -> String {
    data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }
}

extension PushCredentials: CustomStringConvertible, CustomReflectable {
  /// The two ids, which are no secrets; never the key.
  public var description: String { "PushCredentials(key id: \(keyID), team id: \(teamID), private key: ***)" }
  /// Shows nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
