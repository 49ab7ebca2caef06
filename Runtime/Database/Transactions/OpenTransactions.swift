import Synchronization

/// The tasks that run a transaction's body. Such a task must not begin another transaction, which may wait for the
/// first.
package final class OpenTransactions: Sendable {
  private let tasks = Mutex<Set<TaskIdentity>>([])

  package init() {}

  /// Whether the current task runs a body.
  package var isCurrent: Bool {
    guard let task = TaskIdentity.current else { return false }
    return tasks.withLock { $0.contains(task) }
  }

  /// - Throws: ``DatabaseError/Code/transactionNested`` if the current task runs a body.
  package func refuseNesting() throws(DatabaseError) {
    if isCurrent { throw .nested }
  }

  /// Runs a transaction's body, and records its task meanwhile.
  package func run<T: Sendable>(_ body: () async throws -> T) async throws -> T {
    let task = TaskIdentity.current
    if let task { tasks.withLock { _ = $0.insert(task) } }
    defer { if let task { tasks.withLock { _ = $0.remove(task) } } }
    return try await body()
  }
}
