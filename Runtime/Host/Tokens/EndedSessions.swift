package import FoundationEssentials
import Synchronization

/// The sign-in sessions that have ended, each until the last of its access tokens has expired.
///
/// Tokens that name one of them are refused. The check of a token costs one atomic load while the set is empty.
package final class EndedSessions: Sendable {
  private struct State {
    /// The instants until which the sessions are kept.
    var sessions: [UUID: Date] = [:]
    /// The number of sessions at which the expired ones are removed.
    var threshold = 1024
  }

  private let state = Mutex(State())
  private let isAny = Atomic(false)

  package init() {}

  /// Adds sessions by their `session_id`, until the instant from which no token of theirs is valid.
  package func add(_ ids: some Sequence<UUID>, until date: Date, now: Date) {
    state.withLock { state in
      for id in ids { state.sessions[id] = max(date, state.sessions[id] ?? date) }
      if state.sessions.count >= state.threshold {
        state.sessions = state.sessions.filter { $0.value > now }
        state.threshold = max(1024, 2 * state.sessions.count)
      }
      isAny.store(!state.sessions.isEmpty, ordering: .releasing)
    }
  }

  package func contains(_ id: UUID?) -> Bool {
    guard isAny.load(ordering: .acquiring), let id else { return false }
    return state.withLock { $0.sessions[id] != nil }
  }
}
