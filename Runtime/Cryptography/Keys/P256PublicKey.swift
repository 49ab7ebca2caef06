/// A public key on the curve P-256 (FIPS 186-4), which checks ES256 signatures (RFC 7518, section 3.4).
package struct P256PublicKey: Sendable {
  private static let coordinateByteCount = 32
  /// `id-ecPublicKey` with `prime256v1` (RFC 5480, section 2.1).
  private static let algorithm = DER.sequence(
    DER.identifier([0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01]),
    DER.identifier([0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]))

  private let handle: KeyHandle

  /// A key from the coordinates of its point, 32 bytes each (RFC 7518, section 6.2.1).
  ///
  /// - Throws: ``CryptographyError`` if the coordinates have another size, or the point is not on the curve.
  package init(x: [UInt8], y: [UInt8]) throws(CryptographyError) {
    guard x.count == Self.coordinateByteCount, y.count == Self.coordinateByteCount else {
      throw CryptographyError(.damaged, "its coordinates have not 32 bytes each")
    }
    let point = DER.bitString([0x04] + x + y)
    guard let handle = KeyHandle(publicDER: DER.sequence(Self.algorithm, point)), handle.isP256 else {
      throw CryptographyError(.damaged, "its point is not on the curve P-256")
    }
    self.handle = handle
  }

  /// A key from a SubjectPublicKeyInfo.
  ///
  /// - Throws: ``CryptographyError`` if the bytes are not a public key on P-256.
  package init(der: [UInt8]) throws(CryptographyError) {
    guard let handle = KeyHandle(publicDER: der) else { throw CryptographyError(.damaged, "it is damaged") }
    guard handle.isP256 else { throw CryptographyError(.wrongKind, "it is not a key on P-256") }
    self.handle = handle
  }

  /// A key from a block `PUBLIC KEY` in PEM.
  ///
  /// - Throws: ``CryptographyError`` if the text holds no public key on P-256.
  package init(pem: String) throws(CryptographyError) {
    try self.init(der: try PEMBlock.der(of: pem, labels: ["PUBLIC KEY"]))
  }

  /// The key as a SubjectPublicKeyInfo.
  package var der: [UInt8] { handle.publicDER }

  package var pem: String { PEMBlock(label: "PUBLIC KEY", der: der).text }

  /// Whether a signature of 64 bytes, `r` and `s`, is this key's for a message.
  package func isValid(_ signature: [UInt8], for message: [UInt8]) -> Bool {
    guard let signature = ECDSASignature(raw: signature) else { return false }
    return handle.isValid(signature.der, for: message)
  }
}
