import Cryptography
import Edge
import Foundation

@testable import Host

/// Makes tokens, right ones and wrong ones.
enum Forge {
  static let secret = [UInt8](TokenConfiguration.developmentSecret.utf8)
  static let user = "0192f0c1-2345-7abc-8def-0123456789ab"
  /// Claims that are good for long.
  static let claims = #"{"sub":"\#(user)","role":"authenticated","exp":4102444800}"#
  static let header = #"{"alg":"HS256","typ":"JWT"}"#

  static func part(_ text: String) -> String { Base64URL.encode([UInt8](text.utf8)) }
  static func part(_ bytes: [UInt8]) -> String { Base64URL.encode(bytes) }

  /// A token of any parts, signed with HMAC.
  static func hs256(
    header: [UInt8] = [UInt8](Forge.header.utf8), claims: [UInt8], secret: [UInt8] = Forge.secret
  ) -> String {
    let signed = part(header) + "." + part(claims)
    return signed + "." + part(HMACKey(secret).code(for: [UInt8](signed.utf8)))
  }

  static func hs256(
    header: String = Forge.header, claims: String = Forge.claims, secret: [UInt8] = Forge.secret
  ) -> String {
    hs256(header: [UInt8](header.utf8), claims: [UInt8](claims.utf8), secret: secret)
  }

  static func es256(
    _ key: P256PrivateKey, kid: String?, claims: String = Forge.claims, more: String = ""
  ) throws -> String {
    let kid = kid.map { #","kid":"\#($0)""# } ?? ""
    let signed = part(#"{"alg":"ES256"\#(kid)\#(more)}"#) + "." + part(claims)
    return signed + "." + part(try key.signature(for: [UInt8](signed.utf8)))
  }

  static func rs256(
    _ key: RSASigner, kid: String?, claims: String = Forge.claims, padding: RSASigner.Padding
  ) throws -> String {
    let kid = kid.map { #","kid":"\#($0)""# } ?? ""
    let signed = part(#"{"alg":"RS256"\#(kid)}"#) + "." + part(claims)
    return signed + "." + part(try key.signature(for: [UInt8](signed.utf8), padding: padding))
  }

  static func jwk(_ key: P256PublicKey, kid: String) -> String {
    let point = key.der.suffix(64)
    return #"{"kty":"EC","crv":"P-256","kid":"\#(kid)","alg":"ES256","use":"sig","#
      + #""x":"\#(part([UInt8](point.prefix(32))))","y":"\#(part([UInt8](point.suffix(32))))"}"#
  }

  static func jwk(_ key: RSASigner, kid: String) -> String {
    #"{"kty":"RSA","kid":"\#(kid)","alg":"RS256","n":"\#(part(key.modulus))","e":"\#(part(key.exponent))"}"#
  }

  static func keySet(_ keys: String...) -> String { #"{"keys":[\#(keys.joined(separator: ","))]}"# }
}
