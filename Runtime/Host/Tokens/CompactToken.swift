import Edge

/// A JWT in its compact form (RFC 7515, section 7.1), split into its parts; the signature is not verified.
struct CompactToken {
  let algorithm: String
  let keyID: String?
  /// What the signature signs.
  let signed: [UInt8]
  let signature: [UInt8]
  /// The claims as they were sent.
  private let payload: [UInt8]

  /// Takes a token apart.
  ///
  /// - Throws: ``HostError/invalidFormat``, with the path to the fault where there is one.
  init(_ bytes: ArraySlice<UInt8>) throws(HostError) {
    let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3 else { throw .invalidFormat.describing("a token has three parts") }
    guard let header = Base64URL.decode(parts[0]), let payload = Base64URL.decode(parts[1]),
      let signature = Base64URL.decode(parts[2])
    else { throw .invalidFormat.describing("a part is not base64url") }
    let fields = try Self.object(header, "header")
    guard let algorithm = fields["alg"]?.string else { throw .invalidFormat.describing("no alg at header $.alg") }
    self.algorithm = algorithm
    keyID = fields["kid"]?.string
    signed = [UInt8](bytes[..<parts[1].endIndex])
    self.signature = signature
    self.payload = payload
    // Extensions that must be understood (RFC 7515, section 4.1.11): we understand none.
    if fields["crit"] != nil { throw .invalidFormat.describing("crit is not supported at header $.crit") }
  }

  /// Reads the claims. The signature is verified first (RFC 7519, section 7.2): a forged token of many claims costs no more than its hash.
  ///
  /// - Throws: ``HostError/invalidFormat``, with the path to the fault.
  func claims() throws(HostError) -> Claims { Claims(try Self.object(payload, "claims")) }

  private static func object(_ bytes: [UInt8], _ part: String) throws(HostError) -> [String: JSONValue] {
    do throws(JSONFault) {
      guard let object = try JSONScanner.value(of: bytes).object else { throw JSONFault("Expected an object", at: "$") }
      return object
    } catch {
      throw .invalidFormat.describing("\(part): \(error)")
    }
  }
}

/// Base64url without padding (RFC 4648, section 5), read strictly: one text for one value.
enum Base64URL {
  static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count * 3 / 4)
    var bits: UInt32 = 0
    var count = 0
    for character in text {
      guard let value = value(of: character) else { return nil }
      bits = bits << 6 | value
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    // No lone character, and no bits set that say nothing.
    guard count < 6, bits & ((1 << UInt32(count)) - 1) == 0 else { return nil }
    return bytes
  }

  static func encode(_ bytes: some Collection<UInt8>) -> String {
    var text: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      count += 8
      while count >= 6 {
        count -= 6
        text.append(alphabet[Int(bits >> UInt32(count) & 0x3F)])
      }
    }
    if count > 0 { text.append(alphabet[Int(bits << UInt32(6 - count) & 0x3F)]) }
    return String(decoding: text, as: UTF8.self)
  }

  private static let alphabet = [UInt8]("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  private static func value(of character: UInt8) -> UInt32? {
    switch character {
    case 0x41...0x5A: UInt32(character - 0x41)
    case 0x61...0x7A: UInt32(character - 0x61 + 26)
    case 0x30...0x39: UInt32(character - 0x30 + 52)
    case UInt8(ascii: "-"): 62
    case UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
