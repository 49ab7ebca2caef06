import Glibc
import Synchronization
import Testing

@testable import Loop

/// State that a loop confines is touched by the loop's own work alone.
@Suite(.timeLimit(.minutes(10))) struct ConfinementTests {
  /// A client without descriptors and deadlines.
  private final class Idle: ReactorClient {
    func descriptorIsReady(_ number: UInt64, _ events: DescriptorEvents) {}
    func lookAtClock(_ now: ContinuousClock.Instant) -> ContinuousClock.Instant? { nil }
  }

  private static func started(blocksSignals: Bool = false) throws -> Reactor {
    let reactor = try Reactor(named: "swiftlet-test", blocksSignals: blocksSignals)
    reactor.start(Idle())
    return reactor
  }

  @Test func theCreatorAndTheActionsPass() async throws {
    let reactor = try Reactor(named: "swiftlet-test")
    reactor.assertIsCurrent()
    reactor.start(Idle())
    await withCheckedContinuation { continuation in
      reactor.run {
        reactor.assertIsCurrent()
        continuation.resume()
      }
    }
    // An action of a job is no part of the job.
    await Task(executorPreference: reactor) { _ = reactor.runHere { reactor.assertIsCurrent() } }.value
    reactor.stop()
    for _ in 0..<3 {
      await withCheckedContinuation { continuation in
        reactor.run {
          reactor.assertIsCurrent()
          continuation.resume()
        }
      }
    }
  }

  #if DEBUG
    @Test func anotherThreadFails() async {
      await #expect(processExitsWith: .failure) { try ConfinementTests.started().assertIsCurrent() }
    }

    @Test func aJobOnTheLoopsThreadFails() async {
      await #expect(processExitsWith: .failure) {
        let reactor = try ConfinementTests.started()
        await Task(executorPreference: reactor) { reactor.assertIsCurrent() }.value
      }
    }
  #endif

  /// The threads that take the loop over inherit it.
  @Test func aLoopsThreadsBlockSignals() async throws {
    let reactor = try Self.started(blocksSignals: true)
    defer { reactor.stop() }
    let blocked = await withCheckedContinuation { (continuation: CheckedContinuation<[Bool], Never>) in
      reactor.run {
        var mask = sigset_t()
        unsafe pthread_sigmask(SIG_BLOCK, nil, &mask)
        continuation.resume(returning: [SIGPIPE, SIGTERM, SIGSEGV].map { unsafe sigismember(&mask, $0) == 1 })
      }
    }
    #expect(blocked == [true, true, false])
  }
}
