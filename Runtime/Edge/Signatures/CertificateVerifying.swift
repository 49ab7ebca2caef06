/// A verifier of signatures by certificates. A host has one on OpenSSL; a worker asks its host.
public protocol CertificateVerifying: Sendable {
  /// Checks that the certificates lead to the trusted root, have the markers, and are valid at the instant, and that
  /// the signature is the signer's. Revocation is not checked.
  ///
  /// - Throws: ``SignedPayloadError`` with the code `untrusted`, or `root` for a root that is not a certificate.
  func verify(_ signature: CertifiedSignature) async throws(SignedPayloadError)
}
