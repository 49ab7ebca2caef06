import Edge
import NIOCore

/// The operations of a host: those that run, those that have ended, and the calls of one user that overlapped.
///
/// An operation is one call of a function or of a handler of paths, or one run of a job.
final class Operations: Sendable {
  let names: OperationNames
  let overlapping = OverlappingCalls()
  /// The requests of each event loop.
  let requests = (0..<max(1, System.coreCount)).map { _ in RunningInvocations() }
  /// Jobs, background work, and requests that came by no event loop.
  let others = RunningInvocations()

  init(names: OperationNames) { self.names = names }

  private var tables: [RunningInvocations] { [others] + requests }

  /// The invocations that have begun and not ended, the oldest first.
  var running: [RunningInvocation] { tables.flatMap(\.all).sorted { $0.began < $1.began } }

  /// The number of running invocations by name, without the host's own controls and without background work.
  var runningByName: [String: Int] {
    tables.flatMap(\.all).reduce(into: [:]) { if $1.operation != nil { $0[$1.function.text, default: 0] += 1 } }
  }

  /// The operations that have ended, of each table.
  var finished: [FinishedOperations] { tables.map(\.finished) }
}
