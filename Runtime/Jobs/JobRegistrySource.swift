import Edge
import Synchronization

/// The registry of a job system, which can be replaced while scheduler and runner work.
final class JobRegistrySource: Sendable {
  private struct State {
    var registry: JobRegistry
    var version: UInt64 = 0
  }

  private let state: Mutex<State>
  let replaced = WakeUp()

  init(_ registry: JobRegistry) { state = Mutex(State(registry: registry)) }

  var current: JobRegistry { state.withLock(\.registry) }

  var version: UInt64 { state.withLock(\.version) }

  /// Replaces the registry.
  ///
  /// - Returns: the names that can run from now on, and could not before.
  func replace(with registry: JobRegistry) -> Set<String> {
    let old = state.withLock { state in
      defer {
        state.registry = registry
        state.version += 1
      }
      return state.registry
    }
    replaced.signal()
    return Set(registry.runnables.keys).subtracting(old.runnables.keys)
  }
}
