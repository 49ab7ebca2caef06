import FoundationEssentials
import Synchronization

extension JobRunner {
  /// Moves the next jobs into their functions' lanes after the registry has changed: one piece in each pass.
  ///
  /// Until all are in their lanes the runner claims none, because a job in a wrong lane could start beyond its
  /// function's limit. The arrangement ends, because jobs enqueued meanwhile are already in their lanes. A host of
  /// another version may enqueue jobs into wrong lanes. It would have to enqueue a whole piece in each pass to delay
  /// the end.
  func arrange(_ loopState: inout LoopState) async throws {
    // The runner of a single job claims from no lane.
    guard only == nil, !state.withLock({ $0.isStopping }) else { return }
    loopState.arrangement.begin(registries.version)
    guard let last = loopState.arrangement.last else { return }
    loopState.arrangement.moved(upTo: try await store.arrange(registry.lanes, after: last))
  }
}
