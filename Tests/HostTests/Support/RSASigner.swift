import COpenSSL
import Foundation

/// A new RSA key of 2048 bits that signs tokens, as a project or a forger does.
///
/// The key does not change after it was made, and each signature has a context of its own: any thread may use it.
@safe final class RSASigner: @unchecked Sendable {
  private let key: OpaquePointer

  /// How a signature is padded.
  enum Padding {
    /// RSASSA-PKCS1-v1_5, which RS256 means.
    case pkcs1
    /// RSASSA-PSS, which PS256 means.
    case pss

    fileprivate var value: CInt {
      switch self {
      case .pkcs1: RSA_PKCS1_PADDING
      case .pss: RSA_PKCS1_PSS_PADDING
      }
    }
  }

  /// The error of a failed call of libcrypto.
  struct Failure: Error {}

  init() throws {
    let context = unsafe EVP_PKEY_CTX_new_from_name(nil, "RSA", nil)
    defer { unsafe EVP_PKEY_CTX_free(context) }
    var key: OpaquePointer?
    guard unsafe EVP_PKEY_keygen_init(context) == 1, unsafe EVP_PKEY_CTX_set_rsa_keygen_bits(context, 2048) == 1,
      unsafe EVP_PKEY_keygen(context, &key) == 1, let key = unsafe key
    else { throw Failure() }
    unsafe self.key = key
  }

  deinit { unsafe EVP_PKEY_free(key) }

  /// The signature of a message's SHA-256 digest.
  func signature(for message: [UInt8], padding: Padding) throws -> [UInt8] {
    let context = unsafe EVP_MD_CTX_new()
    defer { unsafe EVP_MD_CTX_free(context) }
    var algorithm: OpaquePointer?
    var signature = [UInt8](repeating: 0, count: 256)
    var count = signature.count
    guard unsafe EVP_DigestSignInit_ex(context, &algorithm, "SHA256", nil, nil, key, nil) == 1,
      unsafe EVP_PKEY_CTX_set_rsa_padding(algorithm, padding.value) == 1,
      unsafe EVP_DigestSign(context, &signature, &count, message, message.count) == 1, count == signature.count
    else { throw Failure() }
    return signature
  }

  /// The modulus, big-endian.
  var modulus: [UInt8] { number(OSSL_PKEY_PARAM_RSA_N) }

  /// The exponent, big-endian.
  var exponent: [UInt8] { number(OSSL_PKEY_PARAM_RSA_E) }

  /// The public half as a SubjectPublicKeyInfo.
  var publicDER: [UInt8] { unsafe written { [key] in unsafe i2d_PUBKEY(key, $0) } }

  /// The public half as PKCS #1 has it.
  var publicPKCS1DER: [UInt8] { unsafe written { [key] in unsafe i2d_PublicKey(key, $0) } }

  /// The public half as a block `PUBLIC KEY` in PEM.
  var publicPEM: String {
    let lines = Data(publicDER).base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
    return "-----BEGIN PUBLIC KEY-----\n\(lines)\n-----END PUBLIC KEY-----\n"
  }

  private func number(_ name: String) -> [UInt8] {
    var number: OpaquePointer?
    guard unsafe EVP_PKEY_get_bn_param(key, name, &number) == 1 else { return [] }
    defer { unsafe BN_free(number) }
    var bytes = [UInt8](repeating: 0, count: Int(unsafe BN_num_bits(number) + 7) / 8)
    unsafe BN_bn2bin(number, &bytes)
    return bytes
  }

  private func written(_ write: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> CInt) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: Int(write(nil)))
    unsafe bytes.withUnsafeMutableBufferPointer { bytes in
      var position = bytes.baseAddress
      _ = unsafe write(&position)
    }
    return bytes
  }
}
