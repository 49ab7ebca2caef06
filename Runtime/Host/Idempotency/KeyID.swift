import Cryptography
import Edge

/// The identity of a key: a digest of the caller, the function and the key's text.
struct KeyID: Sendable, Hashable {
  private let digest: SHA256Digest

  /// - Parameters:
  ///   - key: the key.
  ///   - caller: the holder of the verified token; nil without one. Callers of a role without a user share their keys.
  ///   - function: the name of the function with the kind of its route: ``Route/keyScope(of:)``.
  init(_ key: IdempotencyKey, of caller: Identity?, function: String) {
    let role = caller?.role.rawValue ?? ""
    // The parts cannot be confused: ids and functions' names have no line break, and the role's length precedes it.
    let text = "\(caller?.userID?.lowercased ?? "")\n\(function)\n\(role.utf8.count)\n\(role)\n\(key.text)"
    digest = SHA256Digest(of: [UInt8](text.utf8).span)
  }

  /// The first half of the digest, which the database has.
  var bytes: [UInt8] { [UInt8](digest.bytes.prefix(16)) }

  /// Numbers from the other half, for a lock.
  var lockNumbers: (Int32, Int32) {
    let bytes = digest.bytes
    func number(_ range: Range<Int>) -> Int32 {
      Int32(bitPattern: bytes[range].reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
    }
    return (number(16..<20), number(20..<24))
  }
}
