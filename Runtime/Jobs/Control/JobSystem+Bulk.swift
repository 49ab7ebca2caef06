import Edge
import FoundationEssentials

extension JobSystem {
  /// Begins a change of all jobs that match. `background` performs it beside the caller.
  ///
  /// - Throws: `FunctionError` for an invalid selection, and if too many changes are going on.
  func begin(
    _ bulk: JobCommand.Bulk, background: (@escaping @Sendable () async throws -> Void) -> Void
  ) throws(FunctionError) -> JobCommand.BulkProgress {
    _ = try bulk.change.conditions()
    let begun = try bulkChanges.begin(bulk, at: store.clock.now)
    background { [self] in
      do {
        try await changing { try await performAll(bulk.change, begun.number) }
        bulkChanges.end(begun.number, at: store.clock.now)
      } catch {
        let reason = error is CancellationError ? "the host stopped" : "\(error)"
        bulkChanges.end(begun.number, at: store.clock.now, error: reason)
        throw error
      }
    }
    return begun
  }

  private func performAll(_ change: JobCommand.Change, _ number: Int) async throws {
    var change = change
    repeat {
      try Task.checkCancellation()
      let changed = try await perform(change)
      bulkChanges.add(changed, to: number)
      change.after = changed.next
    } while change.after != nil
  }
}
