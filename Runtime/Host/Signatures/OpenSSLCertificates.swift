import Cryptography
package import Edge

/// A verifier of signatures by certificates on OpenSSL.
package struct OpenSSLCertificates: CertificateVerifying {
  package init() {}

  package func verify(_ signature: CertifiedSignature) async throws(SignedPayloadError) {
    let root: TrustedRoot
    do throws(CryptographyError) {
      root = try TrustedRoot(text: signature.root)
    } catch {
      throw SignedPayloadError(.root, "The root certificate cannot be read: \(error)")
    }
    let key: P256PublicKey
    do throws(CryptographyError) {
      key = try root.signerKey(
        of: signature.chain, markers: (signature.signerMarker, signature.intermediateMarker), at: signature.instant)
    } catch {
      throw SignedPayloadError(.untrusted, "The certificates are not accepted: \(error)")
    }
    guard key.isValid(signature.signature, for: signature.message) else {
      throw SignedPayloadError(.untrusted, "The signature is not valid")
    }
  }
}
