internal import Curl

extension PushSender {
  /// The destinations that were used; empty before the first notification and after the end.
  package func destinations() async -> [DestinationReport] {
    guard let loop = started else { return [] }
    return await withCheckedContinuation { continuation in
      loop.run { continuation.resume(returning: $0.reports()) }
    }
  }
}
