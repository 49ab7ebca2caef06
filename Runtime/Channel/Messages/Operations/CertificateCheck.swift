package import Foundation

/// A chain of certificates to verify, and a signature by its first certificate.
package struct CertificateCheck: Codable, Sendable, Hashable {
  /// The trusted root: PEM, or DER in base64.
  package var root: String
  /// The chain in DER, in base64: the signer's certificate first. Empty to check only that the root can be read.
  package var chain: [Data]
  /// The extension that marks the signer's certificate.
  package var signerMarker: String
  /// The extension that marks the intermediate certificate.
  package var intermediateMarker: String
  /// The instant at which the certificates must be valid, in whole seconds since 1970.
  package var seconds: Int
  /// The signed bytes.
  package var signed: Data
  /// The signature.
  package var signature: Data

  /// Describes a check.
  package init(
    root: String, chain: [Data], signerMarker: String, intermediateMarker: String, seconds: Int, signed: Data,
    signature: Data
  ) {
    self.root = root
    self.chain = chain
    self.signerMarker = signerMarker
    self.intermediateMarker = intermediateMarker
    self.seconds = seconds
    self.signed = signed
    self.signature = signature
  }
}
