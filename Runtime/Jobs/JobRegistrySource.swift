import Edge
import Synchronization

/// The registry of a job system, which can be replaced while scheduler and runner work.
final class JobRegistrySource: Sendable {
  private struct State {
    var registry: JobRegistry
    var version: UInt64 = 0
    var unknown: Set<String> = []
    var hasRunner = false
  }

  private let state: Mutex<State>
  let replaced = WakeUp()

  init(_ registry: JobRegistry) { state = Mutex(State(registry: registry)) }

  var current: JobRegistry { state.withLock(\.registry) }

  var version: UInt64 { state.withLock(\.version) }

  /// The names of functions that the registry does not have, of which a claim has found jobs. Later claims exclude
  /// them.
  var unknown: Set<String> { state.withLock(\.unknown) }

  /// Records that this process runs the jobs of the queue.
  func noteRunner() { state.withLock { $0.hasRunner = true } }

  /// Whether this process runs the jobs of the queue and has no function of a name. A command that runs none does not
  /// know the functions of the hosts.
  func lacks(_ name: String) -> Bool {
    state.withLock { $0.hasRunner && $0.registry.runnables[name] == nil }
  }

  /// Replaces the registry. The functions that it has are not unknown any more.
  func replace(with registry: JobRegistry) {
    state.withLock { state in
      state.registry = registry
      state.version += 1
      state.unknown = state.unknown.filter { registry.runnables[$0] == nil }
    }
    replaced.signal()
  }

  /// Adds names of functions that a claim did not find in the registry. A name is left out if the registry has been
  /// replaced since by one that has it.
  ///
  /// - Returns: the names that were not unknown before, in order.
  func note(unknown names: Set<String>) -> [String] {
    guard !names.isEmpty else { return [] }
    return state.withLock { state in
      let new = names.filter { state.registry.runnables[$0] == nil && !state.unknown.contains($0) }
      state.unknown.formUnion(new)
      return new.sorted()
    }
  }
}
