import COpenSSL

/// A private key on the curve P-256 (FIPS 186-4), which makes ES256 signatures (RFC 7518, section 3.4).
package struct P256PrivateKey: Sendable {
  private let handle: KeyHandle

  /// The public half, which contains nothing of the private one.
  package let publicKey: P256PublicKey

  package init() {
    guard let handle = unsafe KeyHandle(owning: copenssl_generate_p256()),
      let publicKey = try? P256PublicKey(der: handle.publicDER)
    else { preconditionFailure("libcrypto did not make a key on P-256") }
    self.handle = handle
    self.publicKey = publicKey
  }

  /// A key from the bytes of PKCS #8 (RFC 5958) or SEC 1 (RFC 5915). The public half that the bytes may hold must be
  /// the key's.
  ///
  /// - Throws: ``CryptographyError`` if the bytes are not a private key on P-256.
  package init(der: [UInt8]) throws(CryptographyError) {
    guard let handle = Self.handle(pkcs8: der) ?? Self.handle(sec1: der) else {
      throw CryptographyError(.damaged, "it is damaged")
    }
    guard handle.isP256 else { throw CryptographyError(.wrongKind, "it is not a key on P-256") }
    guard Self.isConsistent(handle) else { throw CryptographyError(.damaged, "its two halves do not belong together") }
    self.handle = handle
    publicKey = try P256PublicKey(der: handle.publicDER)
  }

  /// A key from a block `PRIVATE KEY` or `EC PRIVATE KEY` in PEM.
  ///
  /// - Throws: ``CryptographyError`` if the text holds no private key on P-256, or an encrypted one.
  package init(pem: String) throws(CryptographyError) {
    try self.init(der: try PEMBlock.der(of: pem, labels: ["PRIVATE KEY", "EC PRIVATE KEY"]))
  }

  /// The key as a block `PRIVATE KEY` in PEM: a secret.
  package var pem: String {
    let information = unsafe EVP_PKEY2PKCS8(handle.pointer)
    defer { unsafe PKCS8_PRIV_KEY_INFO_free(information) }
    let der = unsafe KeyHandle.bytes { unsafe i2d_PKCS8_PRIV_KEY_INFO(information, $0) }
    return PEMBlock(label: "PRIVATE KEY", der: der).text
  }

  /// The signature of a message: 64 bytes, `r` and `s`.
  ///
  /// - Throws: ``CryptographyError`` if libcrypto does not sign.
  package func signature(for message: [UInt8]) throws(CryptographyError) -> [UInt8] {
    guard let der = handle.signature(for: message), let signature = ECDSASignature(der: der) else {
      throw CryptographyError(.notSigned, "it did not sign")
    }
    return signature.raw
  }

  private static func handle(pkcs8 der: [UInt8]) -> KeyHandle? {
    let information = unsafe KeyHandle.whole(der) {
      unsafe d2i_PKCS8_PRIV_KEY_INFO(nil, $0, $1)
    } free: {
      unsafe PKCS8_PRIV_KEY_INFO_free($0)
    }
    guard let information = unsafe information else {
      ERR_clear_error()
      return nil
    }
    defer { unsafe PKCS8_PRIV_KEY_INFO_free(information) }
    return unsafe KeyHandle(owning: EVP_PKCS82PKEY(information))
  }

  private static func handle(sec1 der: [UInt8]) -> KeyHandle? {
    unsafe KeyHandle(
      owning: KeyHandle.whole(der) {
        unsafe d2i_PrivateKey(EVP_PKEY_EC, nil, $0, $1)
      } free: {
        unsafe EVP_PKEY_free($0)
      })
  }

  /// Whether the private number is in the curve's range, and the public point is its product.
  private static func isConsistent(_ handle: KeyHandle) -> Bool {
    let context = unsafe EVP_PKEY_CTX_new_from_pkey(nil, handle.pointer, nil)
    defer {
      unsafe EVP_PKEY_CTX_free(context)
      ERR_clear_error()
    }
    return unsafe EVP_PKEY_check(context) == 1
  }
}
