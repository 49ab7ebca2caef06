import COpenSSL

/// A SHA-256 digest (FIPS 180-4). To compare two takes the same time wherever they differ.
package struct SHA256Digest: Hashable, Sendable {
  /// The size in bytes.
  package static let byteCount = 32

  private let words: InlineArray<4, UInt64>

  /// The digest of a message.
  package init(of message: Span<UInt8>) {
    var words = InlineArray<4, UInt64>(repeating: 0)
    let status = unsafe message.withUnsafeBytes { message in
      unsafe withUnsafeMutableBytes(of: &words) { digest in
        unsafe EVP_Digest(
          message.baseAddress, message.count, digest.bindMemory(to: UInt8.self).baseAddress, nil,
          DigestAlgorithm.sha256.pointer, nil)
      }
    }
    // A digest that was not computed must never be taken for one: it would equal that of another message.
    precondition(status == 1, "libcrypto did not compute a SHA-256 digest")
    self.words = words
  }

  /// The 32 bytes.
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

  /// Hashes a fourth of the digest: any eight of its bytes are as good as all.
  package func hash(into hasher: inout Hasher) { hasher.combine(words[0]) }
}
