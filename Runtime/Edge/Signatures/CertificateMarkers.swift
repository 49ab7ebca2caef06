/// The extensions by which a certificate authority marks the certificates that it issues for one purpose.
///
/// An authority issues certificates for many purposes under one root. Without the markers, any of its customers could
/// sign.
public struct CertificateMarkers: Sendable, Hashable {
  /// The object identifier of the extension that the signer's certificate must have, in dotted form.
  public let signer: String
  /// The object identifier of the extension that the intermediate certificate must have, in dotted form.
  public let intermediate: String

  /// Names two extensions.
  public init(signer: String, intermediate: String) {
    self.signer = signer
    self.intermediate = intermediate
  }

  /// The App Store's: receipts and notifications, signed under Apple's developer relations authority.
  public static let appStore = CertificateMarkers(
    signer: "1.2.840.113635.100.6.11.1", intermediate: "1.2.840.113635.100.6.2.1")
}
