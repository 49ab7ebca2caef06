import Synchronization

/// What is to happen once a transaction is committed.
final class CommitActions: Sendable {
  private let actions = Mutex<[@Sendable () -> Void]>([])

  func add(_ action: @escaping @Sendable () -> Void) { actions.withLock { $0.append(action) } }

  /// The transaction begins, perhaps again.
  func forget() { actions.withLock { $0 = [] } }

  /// The transaction is committed.
  func run() {
    let due = actions.withLock { actions in
      defer { actions = [] }
      return actions
    }
    for action in due { action() }
  }
}
