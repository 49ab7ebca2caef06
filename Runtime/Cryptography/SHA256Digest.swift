import COpenSSL

/// A SHA-256 digest (FIPS 180-4), compared in constant time.
package struct SHA256Digest: Hashable, Sendable {
  package static let byteCount = 32

  private let words: InlineArray<4, UInt64>

  package init(of message: Span<UInt8>) {
    var words = InlineArray<4, UInt64>(repeating: 0)
    let status = unsafe message.withUnsafeBytes { message in
      unsafe withUnsafeMutableBytes(of: &words) { digest in
        unsafe EVP_Digest(
          message.baseAddress, message.count, digest.bindMemory(to: UInt8.self).baseAddress, nil,
          DigestAlgorithm.sha256.pointer, nil)
      }
    }
    // All failed digests would be equal, so a failure ends the process.
    precondition(status == 1, "libcrypto did not compute a SHA-256 digest")
    self.words = words
  }

  package var bytes: [UInt8] { unsafe withUnsafeBytes(of: words) { unsafe [UInt8]($0) } }

  /// 64 lower-case digits.
  package var hexadecimal: String { bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }

  /// Whether two digests are equal, in constant time.
  package static func == (first: SHA256Digest, second: SHA256Digest) -> Bool {
    unsafe withUnsafeBytes(of: first.words) { first in
      unsafe withUnsafeBytes(of: second.words) { second in
        unsafe CRYPTO_memcmp(first.baseAddress, second.baseAddress, byteCount) == 0
      }
    }
  }

  /// Hashes the first eight bytes of the digest, which are as random as all of them.
  package func hash(into hasher: inout Hasher) { hasher.combine(words[0]) }
}
