/// A verifier that verifies nothing: each use throws.
public struct NoCertificates: CertificateVerifying {
  /// Creates it.
  public init() {}

  /// - Throws: ``SignedPayloadError`` with the code `unavailable`.
  public func verify(_ signature: CertifiedSignature) async throws(SignedPayloadError) {
    throw SignedPayloadError(.unavailable, "There is no verifier of certificates here")
  }
}
