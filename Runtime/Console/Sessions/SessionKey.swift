import Cryptography
import FoundationEssentials
import Wire

/// A key that opens the console, with what is derived from it for the cookies of its sessions.
///
/// A cookie is `<expiry>.<nonce>.<code>`: the second of its end, 16 random bytes, and the HMAC-SHA256 of both. The key
/// of the HMAC is derived from the service key and from the key that was presented, so that all hosts of a project
/// accept it, and a rotation of either ends it.
struct SessionKey: Sendable {
  /// The life of a session in seconds.
  static let life = 12 * 3600
  private static let nonceSize = 16

  let role: SessionRole
  /// The digest of the key that is presented; nil for sessions of one-use codes.
  private let digest: SHA256Digest?
  private let cookies: HMACKey
  private let forms: HMACKey

  /// - Parameters:
  ///   - key: the key that is presented; nil for sessions of one-use codes.
  ///   - root: the key from which the others are derived.
  init(_ key: String?, role: SessionRole, root: HMACKey) {
    self.role = role
    let digest = key.map { SHA256Digest(of: [UInt8]($0.utf8).span) }
    self.digest = digest
    let presented = digest?.bytes ?? []
    func derived(_ purpose: String) -> HMACKey {
      HMACKey(root.code(for: [UInt8]("swiftlet console \(purpose) \(role.rawValue) ".utf8) + presented))
    }
    cookies = derived("cookie")
    forms = derived("form")
  }

  /// Whether it is the key with a digest. The comparison takes constant time.
  func has(_ digest: SHA256Digest) -> Bool { self.digest == digest }

  func cookie(at now: Date, nonce: [UInt8] = SessionKey.random()) -> String {
    let signed = "\(Int64(now.timeIntervalSince1970) + Int64(Self.life)).\(Base64URL.encode(nonce))"
    return "\(signed).\(Base64URL.encode(cookies.code(for: [UInt8](signed.utf8))))"
  }

  /// The session of a cookie; nil if it is forged, of another key, or has ended.
  func session(of cookie: String, at now: Date) -> Session? {
    let parts = cookie.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let code = Base64URL.decode(parts[2].utf8),
      cookies.isValid(code, for: [UInt8]("\(parts[0]).\(parts[1])".utf8)),
      let second = Int64(parts[0]), let nonce = Base64URL.decode(parts[1].utf8)
    else { return nil }
    let expiry = Date(timeIntervalSince1970: Double(second))
    // A clock that was set back does not lengthen a session.
    guard now < expiry, expiry.timeIntervalSince(now) <= Double(Self.life) + 300 else { return nil }
    let id = SHA256Digest(of: nonce.span).hexadecimal.prefix(12)
    return Session(
      id: String(id), role: role, expiry: expiry, formToken: Base64URL.encode(forms.code(for: nonce)))
  }

  /// 16 random bytes of the system's generator.
  static func random() -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<nonceSize).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }
}
