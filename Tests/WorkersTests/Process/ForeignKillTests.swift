import Dispatch
import Foundation
import Testing

@testable import Workers

/// Workers that are killed by the kernel or an operator.
@Suite(.timeLimit(.minutes(10))) struct ForeignKillTests {
  @Test func aWorkerThatWasKilledHasNoReasonThatIsFoundLater() async throws {
    let launcher = try ProcessLauncher()
    let observer = HoldingObserver()
    let handle = try await launcher.start(
      WorkerSpecification(
        worker: WorkerID(number: 1), executable: "/bin/sh", arguments: ["-c", "echo ready; exec sleep 1000"],
        environment: ["PATH": "/usr/bin:/bin"], sandbox: .open),
      observer: observer)
    for await _ in observer.lines { break }
    kill(handle.pid, SIGKILL)
    // The launcher's thread is held, so that it does not see the end before the host finds its reason.
    while isRunning("\(handle.pid)") { await Task.yield() }
    handle.kill(.violation("it closed its channel"))
    observer.release()
    let death = await handle.death()
    #expect(death.end == .signal(9))
    #expect(death.kill == nil)
    #expect(death.reason == "SIGKILL")
    await launcher.stop()
  }
}

/// Holds the launcher's thread at the worker's first line until the test releases it.
private final class HoldingObserver: WorkerObserver {
  let lines: AsyncStream<String>
  private let continuation: AsyncStream<String>.Continuation
  private let gate = DispatchSemaphore(value: 0)

  init() { (lines, continuation) = AsyncStream.makeStream() }

  func release() { gate.signal() }

  func wrote(_ line: String) {
    continuation.yield(line)
    gate.wait()
  }

  func dropped(lines: Int) {}
  func reachedSoftLimit(call: UInt64, used: Duration) {}
  func died(_ death: WorkerDeath) {}
}
