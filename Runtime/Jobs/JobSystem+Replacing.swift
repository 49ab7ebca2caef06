import Edge

extension JobSystem {
  /// Replaces the functions and jobs that can run: the scheduler takes them at its next tick, the runner at its next
  /// claim. Running jobs go on.
  ///
  /// A waiting job of a function that is gone keeps waiting, and its history says so. Jobs that have waited for a
  /// function that is there now become due at once.
  package func replace(_ registry: JobRegistry) async {
    let added = registries.replace(with: registry)
    do {
      if !added.isEmpty { try await store.wakeUnknown(added) }
    } catch {
      // They become due by themselves, within a minute.
      logger.warning("Jobs of new functions cannot be woken", metadata: ["error": "\(error)"])
    }
    signals.enqueued(since: nil)
  }
}
