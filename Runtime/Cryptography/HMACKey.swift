import COpenSSL

/// A shared key for HMAC-SHA256 (RFC 2104), as an `EVP_MAC_CTX` that holds the key and is freed here.
///
/// `@unchecked`: the context does not change after its creation. Each message is authenticated with a copy of it.
@safe package final class HMACKey: @unchecked Sendable {
  /// The size of an authentication code in bytes.
  package static let codeByteCount = 32

  private let keyed: OpaquePointer

  /// Creates a key; libcrypto keeps a copy of the secret. The caller checks that the secret cannot be guessed.
  package init(_ secret: [UInt8]) {
    // HMAC pads a key with zeros, so [0] equals an empty key. An empty array may have a null pointer, which libcrypto
    // reads as "the key set before".
    let secret = secret.isEmpty ? [0] : secret
    let algorithm = unsafe EVP_MAC_fetch(nil, "HMAC", nil)
    defer { unsafe EVP_MAC_free(algorithm) }
    guard let context = unsafe EVP_MAC_CTX_new(algorithm) else { preconditionFailure("libcrypto has no HMAC") }
    let status = unsafe copenssl_init_hmac_sha256(context, secret, secret.count)
    precondition(status == 1, "libcrypto has no HMAC with SHA-256")
    unsafe keyed = context
  }

  deinit { unsafe EVP_MAC_CTX_free(keyed) }

  /// The 32 bytes that authenticate a message.
  package func code(for message: [UInt8]) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: Self.codeByteCount) { code, count in
      unsafe compute(message, into: UnsafeMutableRawBufferPointer(code))
      count = Self.codeByteCount
    }
  }

  /// Whether a code authenticates a message. Codes are compared in constant time.
  package func isValid(_ code: [UInt8], for message: [UInt8]) -> Bool {
    guard code.count == Self.codeByteCount else { return false }
    var expected = InlineArray<4, UInt64>(repeating: 0)
    return unsafe withUnsafeMutableBytes(of: &expected) { expected in
      unsafe compute(message, into: expected)
      return unsafe CRYPTO_memcmp(expected.baseAddress, code, Self.codeByteCount) == 0
    }
  }

  private func compute(_ message: [UInt8], into code: UnsafeMutableRawBufferPointer) {
    let context = unsafe EVP_MAC_CTX_dup(keyed)
    defer { unsafe EVP_MAC_CTX_free(context) }
    let bytes = unsafe code.bindMemory(to: UInt8.self)
    let isComputed =
      unsafe EVP_MAC_update(context, message, message.count) == 1
      && EVP_MAC_final(context, bytes.baseAddress, nil, bytes.count) == 1
    precondition(isComputed, "libcrypto did not compute an authentication code")
  }
}
