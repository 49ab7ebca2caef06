import COpenSSL

/// A public RSA key, which checks RS256 signatures: RSASSA-PKCS1-v1_5 with SHA-256 (RFC 7518, section 3.3).
package struct RSAPublicKey: Sendable {
  /// The allowed sizes of moduli in bits: shorter ones can be broken (RFC 7518, section 3.3), longer ones take too long
  /// to check.
  private static let modulusBits = 2048...8192
  /// The longest exponent in bits. The cost of a check grows with it.
  private static let maximumExponentBits = 33
  /// `rsaEncryption` (RFC 3279, section 2.3.1).
  private static let algorithm = DER.sequence(
    DER.identifier([0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01]), DER.null)

  private let handle: KeyHandle

  /// A key from its two numbers, big-endian (RFC 7518, section 6.3.1).
  ///
  /// - Throws: ``CryptographyError`` if the modulus does not have 2048 to 8192 bits, or a number cannot be that of a
  ///   key.
  package init(modulus: [UInt8], exponent: [UInt8]) throws(CryptographyError) {
    let bits = Self.bitCount(modulus)
    guard bits >= Self.modulusBits.lowerBound else {
      throw CryptographyError(.weak, "its modulus is shorter than \(Self.modulusBits.lowerBound) bits")
    }
    guard bits <= Self.modulusBits.upperBound else {
      throw CryptographyError(.weak, "its modulus is longer than \(Self.modulusBits.upperBound) bits")
    }
    guard let last = modulus.last, last & 1 == 1 else { throw CryptographyError(.weak, "its modulus is even") }
    guard let last = exponent.last, last & 1 == 1, (2...Self.maximumExponentBits).contains(Self.bitCount(exponent))
    else { throw CryptographyError(.weak, "its exponent is not an odd number above 1 of at most 33 bits") }
    let numbers = DER.sequence(DER.integer(modulus), DER.integer(exponent))
    guard let handle = KeyHandle(publicDER: DER.sequence(Self.algorithm, DER.bitString(numbers))) else {
      throw CryptographyError(.damaged, "it is damaged")
    }
    self.handle = handle
  }

  /// Whether a signature is this key's for a message.
  package func isValid(_ signature: [UInt8], for message: [UInt8]) -> Bool {
    handle.isValid(signature, for: message, rsaPadding: RSA_PKCS1_PADDING)
  }

  private static func bitCount(_ number: [UInt8]) -> Int {
    guard let first = number.firstIndex(where: { $0 != 0 }) else { return 0 }
    return (number.count - first) * 8 - number[first].leadingZeroBitCount
  }
}
