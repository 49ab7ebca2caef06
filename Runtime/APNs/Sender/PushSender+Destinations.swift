internal import Curl
package import Push

extension PushSender {
  /// The destinations that were used; empty before the first notification and after the end.
  package func destinations() async -> [PushConnections] {
    guard let loop = started else { return [] }
    return await withCheckedContinuation { continuation in
      loop.run { continuation.resume(returning: $0.reports()) }
    }
  }
}
