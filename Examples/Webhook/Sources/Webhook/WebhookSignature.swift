import CHMAC
import Foundation

/// The signature of a webhook: `t=<seconds>,v1=<HMAC-SHA256 of "<seconds>.<body>" in hexadecimal>`, as Stripe signs.
struct WebhookSignature {
  /// The longest age of a signature in seconds, so that a recorded request cannot be sent again later.
  static let longestAge = 300.0

  let seconds: Int
  /// The codes: two while the secret is being changed.
  let codes: [[UInt8]]

  /// Reads the header's value; nil if it is malformed.
  init?(_ header: String) {
    var seconds: Int?
    var codes: [[UInt8]] = []
    for part in header.split(separator: ",").prefix(10) {
      let pair = part.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
      guard pair.count == 2 else { return nil }
      switch pair[0] {
      case "t": seconds = Int(pair[1])
      case "v1": if let code = Self.bytes(ofHex: pair[1]) { codes.append(code) }
      default: break
      }
    }
    guard let seconds, !codes.isEmpty else { return nil }
    self.seconds = seconds
    self.codes = codes
  }

  /// Whether one of the codes is that of the body, and not too old.
  func isValid(for body: [UInt8], secret: String, at now: Date) -> Bool {
    guard abs(now.timeIntervalSince1970 - Double(seconds)) <= Self.longestAge else { return false }
    let expected = Self.code(of: body, seconds: seconds, secret: secret)
    // Compared in constant time: how long it takes says nothing about where two codes differ.
    return codes.contains { $0.count == expected.count && CRYPTO_memcmp($0, expected, expected.count) == 0 }
  }

  /// The code of a body that is signed at an instant.
  static func code(of body: [UInt8], seconds: Int, secret: String) -> [UInt8] {
    hmac(Array("\(seconds).".utf8) + body, key: Array(secret.utf8))
  }

  /// HMAC-SHA256 (RFC 2104).
  static func hmac(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
    var code = [UInt8](repeating: 0, count: 32)
    var count: UInt32 = 0
    HMAC(EVP_sha256(), key, CInt(key.count), message, message.count, &code, &count)
    return code
  }

  private static func bytes(ofHex text: String) -> [UInt8]? {
    let digits = text.compactMap { $0.isASCII ? $0.hexDigitValue : nil }
    guard digits.count == text.count, digits.count == 64 else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }
}
