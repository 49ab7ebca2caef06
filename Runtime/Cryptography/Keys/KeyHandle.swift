import COpenSSL

/// One `EVP_PKEY`, owned and freed here.
///
/// `@unchecked`: the key does not change after its creation, and each signature has its own context.
@safe final class KeyHandle: @unchecked Sendable {
  let pointer: OpaquePointer

  init?(owning pointer: OpaquePointer?) {
    guard let pointer = unsafe pointer else {
      // An error that stays in the thread's queue would be attributed to the next call.
      ERR_clear_error()
      return nil
    }
    unsafe self.pointer = pointer
  }

  /// Parses a public key: a SubjectPublicKeyInfo (RFC 5280, section 4.1), without further bytes.
  convenience init?(publicDER der: [UInt8]) {
    unsafe self.init(
      owning: Self.whole(der) {
        unsafe d2i_PUBKEY(nil, $0, $1)
      } free: {
        unsafe EVP_PKEY_free($0)
      })
  }

  deinit { unsafe EVP_PKEY_free(pointer) }

  /// The public half as a SubjectPublicKeyInfo.
  var publicDER: [UInt8] { unsafe Self.bytes { [pointer] in unsafe i2d_PUBKEY(pointer, $0) } }

  /// Whether it is a key on P-256, given by the curve's name and not by explicit parameters.
  var isP256: Bool {
    var name = [CChar](repeating: 0, count: 32)
    var isExplicit: CInt = 0
    let isNamed =
      unsafe EVP_PKEY_is_a(pointer, "EC") == 1
      && EVP_PKEY_get_group_name(pointer, &name, name.count, nil) == 1
      && EVP_PKEY_get_int_param(pointer, OSSL_PKEY_PARAM_EC_DECODED_FROM_EXPLICIT_PARAMS, &isExplicit) == 1
    ERR_clear_error()
    return isNamed && isExplicit == 0 && name.starts(with: "prime256v1".utf8CString)
  }

  /// Signs the SHA-256 digest of a message: in DER; nil if libcrypto did not sign.
  func signature(for message: [UInt8]) -> [UInt8]? {
    let context = unsafe EVP_MD_CTX_new()
    defer { unsafe EVP_MD_CTX_free(context) }
    guard unsafe EVP_DigestSignInit_ex(context, nil, "SHA256", nil, nil, pointer, nil) == 1 else {
      ERR_clear_error()
      return nil
    }
    var signature = [UInt8](repeating: 0, count: Int(unsafe EVP_PKEY_get_size(pointer)))
    var count = signature.count
    guard unsafe EVP_DigestSign(context, &signature, &count, message, message.count) == 1 else {
      ERR_clear_error()
      return nil
    }
    return [UInt8](signature.prefix(count))
  }

  /// Whether a signature in DER, or of RSA with a padding, is the key's for the SHA-256 digest of a message.
  func isValid(_ signature: [UInt8], for message: [UInt8], rsaPadding: CInt? = nil) -> Bool {
    let context = unsafe EVP_MD_CTX_new()
    defer { unsafe EVP_MD_CTX_free(context) }
    var algorithm: OpaquePointer?
    guard unsafe EVP_DigestVerifyInit_ex(context, &algorithm, "SHA256", nil, nil, pointer, nil) == 1,
      rsaPadding.map({ unsafe EVP_PKEY_CTX_set_rsa_padding(algorithm, $0) }) ?? 1 == 1
    else {
      ERR_clear_error()
      return false
    }
    let status = unsafe EVP_DigestVerify(context, signature, signature.count, message, message.count)
    // 0 means a wrong signature, a negative number a malformed one.
    if status != 1 { ERR_clear_error() }
    return status == 1
  }

  /// The value that a `d2i_…` function parses, if it parses all of the bytes.
  static func whole<Value>(
    _ der: [UInt8], read: (UnsafeMutablePointer<UnsafePointer<UInt8>?>, Int) -> Value?, free: (Value) -> Void
  ) -> Value? {
    unsafe der.withUnsafeBufferPointer { der in
      var position = der.baseAddress
      guard let value = unsafe read(&position, der.count) else { return nil }
      guard unsafe position == der.baseAddress?.advanced(by: der.count) else {
        free(value)
        return nil
      }
      return value
    }
  }

  /// The bytes that an `i2d_…` function writes.
  static func bytes(_ write: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> CInt) -> [UInt8] {
    let count = Int(write(nil))
    precondition(count > 0, "libcrypto did not write a key that it had read")
    return unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
      var position = buffer.baseAddress
      written = max(0, Int(unsafe write(&position)))
    }
  }
}
