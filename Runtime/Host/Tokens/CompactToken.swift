import Edge

/// A JWT in its compact form (RFC 7515, section 7.1), split into its parts; the signature is not verified.
struct CompactToken {
  let algorithm: String
  let keyID: String?
  /// The signed bytes.
  let signed: [UInt8]
  let signature: [UInt8]
  /// The claims as JSON in base64url.
  private let payload: ArraySlice<UInt8>

  /// Parses a token.
  ///
  /// - Throws: ``HostError/invalidFormat``, with the path to the fault.
  init(_ bytes: ArraySlice<UInt8>) throws(HostError) {
    let dot = UInt8(ascii: ".")
    guard let first = bytes.firstIndex(of: dot), let last = bytes.lastIndex(of: dot), first < last
    else { throw .invalidFormat.describing("a token has three parts") }
    payload = bytes[(first + 1)..<last]
    guard let header = Base64URL.decode(bytes[..<first]), Base64URL.isAlphabet(payload),
      let signature = Base64URL.decode(bytes[(last + 1)...])
    else { throw .invalidFormat.describing("a part is not base64url") }
    guard !payload.isEmpty else { throw .invalidFormat.describing("claims: Expected a JSON value, found nothing at $") }
    let fields = try Self.object(header, "header")
    guard let algorithm = fields["alg"]?.string else { throw .invalidFormat.describing("no alg at header $.alg") }
    self.algorithm = algorithm
    keyID = fields["kid"]?.string
    signed = [UInt8](bytes[..<last])
    self.signature = signature
    // No critical extension is supported (RFC 7515, section 4.1.11).
    if fields["crit"] != nil { throw .invalidFormat.describing("crit is not supported at header $.crit") }
  }

  /// Parses the claims. The signature has to be verified first (RFC 7519, section 7.2), so that a forged token costs no
  /// more than its hash.
  ///
  /// - Throws: ``HostError/invalidFormat``, with the path to the fault.
  func claims() throws(HostError) -> Claims {
    guard let payload = Base64URL.decode(payload) else { throw .invalidFormat.describing("a part is not base64url") }
    return Claims(try Self.object(payload, "claims"))
  }

  private static func object(_ bytes: [UInt8], _ part: String) throws(HostError) -> JSONObject {
    do throws(JSONFault) {
      guard let object = try JSONScanner.value(of: bytes).object else { throw JSONFault("Expected an object", at: "$") }
      return object
    } catch {
      throw .invalidFormat.describing("\(part): \(error)")
    }
  }
}
