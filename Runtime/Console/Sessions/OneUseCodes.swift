import Cryptography
package import FoundationEssentials
import Synchronization
import Wire

/// The codes that `swiftlet console` prints. Each signs in once, within a minute.
package final class OneUseCodes: Sendable {
  /// The validity of a code in seconds.
  package static let life = 60
  /// The most codes that wait to be used. A further one replaces the oldest.
  static let capacity = 64

  private let waiting = Mutex<[(digest: SHA256Digest, expiry: Date)]>([])

  package init() {}

  package func issue(at now: Date) -> String {
    let code = Base64URL.encode(SessionKey.random())
    waiting.withLock { waiting in
      waiting.removeAll { $0.expiry <= now }
      if waiting.count == Self.capacity { waiting.removeFirst() }
      waiting.append((SHA256Digest(of: [UInt8](code.utf8).span), now.addingTimeInterval(Double(Self.life))))
    }
    return code
  }

  /// Uses a code up.
  ///
  /// - Returns: whether the code was valid and not used before.
  func redeem(_ code: String, at now: Date) -> Bool {
    guard code.utf8.count <= 64 else { return false }
    let digest = SHA256Digest(of: [UInt8](code.utf8).span)
    return waiting.withLock { waiting in
      guard let index = waiting.firstIndex(where: { $0.digest == digest }) else { return false }
      return waiting.remove(at: index).expiry > now
    }
  }
}
