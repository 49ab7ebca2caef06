import FoundationEssentials
import Synchronization

/// The sentences about actions, each of which the next page of its session shows once. The newest 256 are kept.
final class Flashes: Sendable {
  struct Flash: Sendable, Hashable {
    let kind: Badge.Kind
    let text: String
  }

  private static let capacity = 256

  private let waiting = Mutex<[(session: String, flash: Flash)]>([])

  /// Keeps a sentence for the session's next page.
  func add(_ flash: Flash, for session: Session) {
    waiting.withLock { waiting in
      if waiting.count == Self.capacity { waiting.removeFirst() }
      waiting.append((session.id, flash))
    }
  }

  /// The sentences for a session's page.
  func take(for session: Session) -> [Flash] {
    waiting.withLock { waiting in
      let own = waiting.filter { $0.session == session.id }.map(\.flash)
      if !own.isEmpty { waiting.removeAll { $0.session == session.id } }
      return own
    }
  }
}
