public import FoundationEssentials

/// Verifies JSON Web Signatures (RFC 7515) by the certificates in their headers (`x5c`), such as the App Store's
/// notifications.
///
/// ```swift
/// let root = try context.secrets.require("APP_STORE_ROOT_CERTIFICATE")
/// let payloads = SignedPayloads(root: root, markers: .appStore, verifier: context.certificates)
/// let notice = try await payloads.decode(Notice.self, body.signedPayload, at: context.clock.now)
/// ```
///
/// The header must name ES256 and exactly three certificates: the signer's, an intermediate one, and the trusted root.
/// All must be valid at the given instant and the first two must have the markers. Revocation is not checked.
public struct SignedPayloads: Sendable {
  /// The most bytes of a text.
  private static let limit = 256 << 10

  private struct Header: Decodable {
    let alg: String
    let x5c: [String]?
    let crit: [String]?
  }

  private let root: String
  private let markers: CertificateMarkers
  private let verifier: any CertificateVerifying

  /// Verifies the texts of the signers of one root.
  ///
  /// - Parameters:
  ///   - root: the root certificate: PEM, or its DER bytes in base64.
  ///   - markers: the extensions that mark the signers' certificates.
  public init(root: String, markers: CertificateMarkers, verifier: any CertificateVerifying) {
    self.root = root
    self.markers = markers
    self.verifier = verifier
  }

  /// Verifies the three parts of a JSON Web Signature, with dots between them, and decodes its payload as JSON.
  ///
  /// - Parameter now: the instant at which the certificates must be valid.
  /// - Throws: ``SignedPayloadError``. Nothing of the payload is read before its signature is verified.
  public func decode<Payload: Decodable>(
    _ type: Payload.Type, _ text: String, at now: Date
  ) async throws(SignedPayloadError) -> Payload {
    let payload = try await verified(text, at: now)
    do throws(JSONFault) {
      return try Wire.decode(type, from: payload)
    } catch {
      throw SignedPayloadError(.malformed, "The payload is not the expected JSON: \(error.reason)")
    }
  }

  private func verified(_ text: String, at now: Date) async throws(SignedPayloadError) -> [UInt8] {
    let bytes = Array(text.utf8)
    guard bytes.count <= Self.limit else { throw SignedPayloadError(.malformed, "The text is too long") }
    let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3, let head = Base64URL.decode(parts[0]), let payload = Base64URL.decode(parts[1]),
      let signature = Base64URL.decode(parts[2])
    else { throw SignedPayloadError(.malformed, "The text does not have three parts in base64url") }
    let chain = try chain(of: head)
    try await verifier.verify(
      CertifiedSignature(
        root: root, markers: markers, chain: chain, instant: Self.seconds(now), signature: signature,
        message: Array(bytes[..<parts[1].endIndex])))
    return payload
  }

  /// The whole seconds since 1970, clamped to the years 1 to 9999.
  private static func seconds(_ date: Date) -> Int {
    Int(min(max(date.timeIntervalSince1970, -62_135_596_800), 253_402_300_799).rounded(.down))
  }

  /// The certificates of a header, in DER.
  private func chain(of head: [UInt8]) throws(SignedPayloadError) -> [[UInt8]] {
    let header: Header
    do throws(JSONFault) { header = try Wire.decode(Header.self, from: head, upTo: Self.limit, depth: 8) } catch {
      throw SignedPayloadError(.malformed, "The header is not that of a JSON Web Signature: \(error.reason)")
    }
    // Only ES256 is accepted. An algorithm of the header's choice, such as HS256, could take the public key for a
    // shared secret.
    guard header.alg == "ES256" else { throw SignedPayloadError(.untrusted, "The algorithm is not ES256") }
    // A verifier must reject critical extensions that it does not understand (RFC 7515, section 4.1.11). It understands
    // none.
    guard header.crit == nil else { throw SignedPayloadError(.untrusted, "The header has critical extensions") }
    guard let x5c = header.x5c, x5c.count == CertifiedSignature.chainLength else {
      throw SignedPayloadError(.untrusted, "The header does not have \(CertifiedSignature.chainLength) certificates")
    }
    let chain = x5c.compactMap { Data(base64Encoded: $0).map { [UInt8]($0) } }
    guard chain.count == x5c.count else {
      throw SignedPayloadError(.malformed, "The header's certificates are not in base64")
    }
    return chain
  }
}
