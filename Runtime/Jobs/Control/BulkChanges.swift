import Edge
import FoundationEssentials
import Synchronization

/// The bulk changes that this host performs or has performed lately. A bulk change is one of all jobs that match a
/// selection.
final class BulkChanges: Sendable {
  static let mostAtOnce = 4
  private static let remembered = 10

  private struct State {
    var number = 0
    var changes: [JobCommand.BulkProgress] = []
  }

  private let state = Mutex(State())

  /// The changes, the newest first.
  var progress: [JobCommand.BulkProgress] { state.withLock(\.changes) }

  /// Notes the beginning of a change.
  ///
  /// - Throws: `FunctionError` 409 if too many are going on.
  func begin(_ bulk: JobCommand.Bulk, at now: Date) throws(FunctionError) -> JobCommand.BulkProgress {
    let begun: JobCommand.BulkProgress? = state.withLock { state in
      guard state.changes.count(where: { $0.endedAt == nil }) < Self.mostAtOnce else { return nil }
      state.number += 1
      let progress = JobCommand.BulkProgress(
        number: state.number, action: bulk.change.action, selection: bulk.selection, count: bulk.count, startedAt: now)
      state.changes.insert(progress, at: 0)
      let ended = state.changes.indices.filter { state.changes[$0].endedAt != nil }
      for index in ended.dropFirst(Self.remembered).reversed() { state.changes.remove(at: index) }
      return progress
    }
    guard let begun else {
      throw .conflict("\(Self.mostAtOnce) changes of many jobs are going on: wait for one of them")
    }
    return begun
  }

  func add(_ changed: JobCommand.Changed, to number: Int) {
    update(number) {
      $0.done += changed.done
      $0.skipped += changed.skipped
      $0.busy += changed.busy
    }
  }

  func end(_ number: Int, at now: Date, error: String? = nil) {
    update(number) {
      $0.endedAt = now
      $0.error = error
    }
  }

  private func update(_ number: Int, _ change: (inout JobCommand.BulkProgress) -> Void) {
    state.withLock { state in
      guard let index = state.changes.firstIndex(where: { $0.number == number }) else { return }
      change(&state.changes[index])
    }
  }
}
