/// A signature, and the certificates by which it is to be checked.
public struct CertifiedSignature: Sendable, Hashable, Codable {
  /// How many certificates a chain has: the signer's, one intermediate certificate, and the root.
  public static let chainLength = 3

  /// The trusted root: a certificate in PEM, or its DER bytes in base64.
  public let root: String
  /// The object identifier of the extension that the signer's certificate must have, in dotted form.
  public let signerMarker: String
  /// The object identifier of the extension that the intermediate certificate must have, in dotted form.
  public let intermediateMarker: String
  /// The certificates in DER: the signer's, the intermediate one, the root.
  public let chain: [[UInt8]]
  /// The instant at which all certificates must be valid, in seconds since 1970.
  public let instant: Int
  /// The signature, ECDSA on P-256 with SHA-256: 64 bytes (RFC 7518, section 3.4).
  public let signature: [UInt8]
  /// The bytes that were signed.
  public let message: [UInt8]

  /// Describes a signature.
  public init(
    root: String, markers: CertificateMarkers, chain: [[UInt8]], instant: Int, signature: [UInt8], message: [UInt8]
  ) {
    self.root = root
    signerMarker = markers.signer
    intermediateMarker = markers.intermediate
    self.chain = chain
    self.instant = instant
    self.signature = signature
    self.message = message
  }
}
