import Channel
import Edge

/// The host's verifier of certificates, for a call in a worker.
struct RemoteCertificates: CertificateVerifying {
  let call: CallServices

  func verify(_ signature: CertifiedSignature) async throws(SignedPayloadError) {
    do {
      _ = try await call.ask(.verify(signature), for: Nothing.self)
    } catch let error as SignedPayloadError {
      throw error
    } catch {
      throw SignedPayloadError(.unavailable, "The host did not verify the certificates")
    }
  }
}
