import Synchronization

/// The actions that run once a transaction is committed.
package final class CommitActions: Sendable {
  private let actions = Mutex<[@Sendable () -> Void]>([])

  package init() {}

  package func add(_ action: @escaping @Sendable () -> Void) { actions.withLock { $0.append(action) } }

  /// Drops the actions of an earlier try, when the transaction begins.
  package func forget() { actions.withLock { $0 = [] } }

  /// Runs the actions, after the commit.
  package func run() {
    let due = actions.withLock { actions in
      defer { actions = [] }
      return actions
    }
    for action in due { action() }
  }
}
