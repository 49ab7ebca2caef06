import Synchronization

@testable import Workers

/// Records what happens to one worker.
final class ProcessObserver: WorkerObserver {
  struct Record {
    var lines: [String] = []
    var dropped = 0
    var warnings: [UInt64] = []
    var deaths = 0
  }

  let lines: AsyncStream<String>
  private let continuation: AsyncStream<String>.Continuation
  private let state = Mutex(Record())

  init() { (lines, continuation) = AsyncStream.makeStream() }

  var record: Record { state.withLock { $0 } }

  func wrote(_ line: String) {
    state.withLock { $0.lines.append(line) }
    continuation.yield(line)
  }

  func dropped(lines: Int) { state.withLock { $0.dropped += lines } }

  func reachedSoftLimit(call: UInt64, used: Duration) { state.withLock { $0.warnings.append(call) } }

  func died(_ death: WorkerDeath) {
    state.withLock { $0.deaths += 1 }
    continuation.finish()
  }
}
