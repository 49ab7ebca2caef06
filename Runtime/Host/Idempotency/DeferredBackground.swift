import Edge
import Logging
import Synchronization

/// The background work of a call whose changes are not committed yet: it starts with the commit.
final class DeferredBackground: BackgroundWork {
  private struct Work {
    let logger: Logger
    let operation: @Sendable () async throws -> Void
  }

  private let background: any BackgroundWork
  /// The work that waits; nil after the commit.
  private let waiting = Mutex<[Work]?>([])

  init(_ background: any BackgroundWork) { self.background = background }

  func start(logger: Logger, _ operation: @escaping @Sendable () async throws -> Void) {
    let waits = waiting.withLock { waiting in
      waiting?.append(Work(logger: logger, operation: operation))
      return waiting != nil
    }
    if !waits { background.start(logger: logger, operation) }
  }

  /// Starts the work that waits, and later work at once.
  func committed() {
    let work = waiting.withLock { waiting in
      defer { waiting = nil }
      return waiting ?? []
    }
    for work in work { background.start(logger: work.logger, work.operation) }
  }

  /// Drops the work that waits, since the changes are undone.
  func undone() { waiting.withLock { if $0 != nil { $0 = [] } } }
}
