import Cryptography
package import Foundation
package import Wire

/// A chain of three certificates like the App Store's, and signatures of its signer.
package struct SigningChain {
  /// The marker of a signer's certificate.
  package static let signerMarker = "1.2.840.113635.100.6.11.1"
  /// The marker of an intermediate certificate.
  package static let intermediateMarker = "1.2.840.113635.100.6.2.1"

  /// The root's certificate in DER.
  package let root: [UInt8]
  /// The certificates in DER: the signer's, the intermediate one, the root's.
  package let certificates: [[UInt8]]
  private let key: P256PrivateKey

  /// Makes a chain that is valid for years around an instant.
  ///
  /// - Parameters:
  ///   - change: changes what the certificates say: the signer's, the intermediate one, the root's.
  package init(
    around now: Date,
    _ change: (
      _ signer: inout IssuedCertificate.Contents, _ intermediate: inout IssuedCertificate.Contents,
      _ root: inout IssuedCertificate.Contents
    ) -> Void = { _, _, _ in }
  ) throws {
    let years = (now - 3 * 365 * 86_400)..<(now + 3 * 365 * 86_400)
    var contents = (
      signer: IssuedCertificate.Contents(name: "Test Signer", validity: years, marker: Self.signerMarker),
      intermediate: IssuedCertificate.Contents(
        name: "Test Authority", validity: years, isAuthority: true, marker: Self.intermediateMarker),
      root: IssuedCertificate.Contents(name: "Test Root", validity: years, isAuthority: true)
    )
    change(&contents.signer, &contents.intermediate, &contents.root)
    let root = try IssuedCertificate(contents.root)
    let intermediate = try IssuedCertificate(contents.intermediate, by: root)
    let signer = try IssuedCertificate(contents.signer, by: intermediate)
    self.root = root.der
    certificates = [signer.der, intermediate.der, root.der]
    key = try P256PrivateKey(der: signer.keyDER)
  }

  /// The root's certificate in base64, as it is configured.
  package var rootText: String { Data(root).base64EncodedString() }

  /// Signs a payload of JSON.
  package func sign(_ payload: JSONValue) throws -> String {
    try sign(payload, header: ["alg": "ES256", "x5c": x5c(certificates)])
  }

  /// Signs a payload under another header.
  package func sign(_ payload: JSONValue, header: JSONValue) throws -> String {
    let text = try [header, payload].map { Base64URL.encode(try Wire.encode($0)) }.joined(separator: ".")
    return text + "." + Base64URL.encode(try key.signature(for: Array(text.utf8)))
  }

  /// Certificates as they stand in a header.
  package func x5c(_ certificates: [[UInt8]]) -> JSONValue {
    .array(certificates.map { .string(Data($0).base64EncodedString()) })
  }
}
