import Channel
package import Edge

/// The host's verifier of certificates, for a call in a worker.
package struct RemoteCertificates: CertificateVerifying {
  private let call: CallServices

  /// The verifier of a call's host.
  package init(_ call: CallServices) { self.call = call }

  package func verify(_ signature: CertifiedSignature) async throws(SignedPayloadError) {
    do {
      _ = try await call.ask(.verify(signature), for: Nothing.self)
    } catch let error as SignedPayloadError {
      throw error
    } catch {
      throw SignedPayloadError(.unavailable, "The host did not verify the certificates")
    }
  }
}
