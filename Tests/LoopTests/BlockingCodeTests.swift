import Foundation
import Testing

@testable import Loop

/// Code that blocks a loop runs on other threads from then on, so that it costs the loop once.
@Suite(.timeLimit(.minutes(10))) struct BlockingCodeTests {
  private final class Client: ReactorClient {
    func descriptorIsReady(_ number: UInt64, _ events: Reactor.Events) {}
    func lookAtClock(_ now: ContinuousClock.Instant) -> ContinuousClock.Instant? { nil }
  }

  private let threads = JobThreads(named: "swiftlet-apart", maximum: 2)
  private let code = BlockingCode()

  @Test func theFirstRunIsOnTheLoop() async throws {
    try await withLoop { loop in #expect(await thread(on: loop) {} == "swiftlet-test") }
    #expect(threads.count == 0)
  }

  /// Runs that wait behind the first one do not block the loop in their turn.
  @Test func laterRunsAreApartWhileTheFirstOneBlocks() async throws {
    try await withLoop { loop in
      let gate = Gate()
      let first = Task { await thread(on: loop) { gate.pass() } }
      while !code.isApart { await Task.yield() }
      let others = await [thread(on: loop) {}, thread(on: loop) {}]
      #expect(others == ["swiftlet-apart", "swiftlet-apart"])
      gate.open()
      #expect(await first.value == "swiftlet-test")
    }
  }

  @Test func blockingAfterTheLastWaitIsNoticed() async throws {
    try await withLoop { loop in
      let gate = Gate()
      let (begun, begin) = AsyncStream<Void>.makeStream()
      var begins = begun.makeAsyncIterator()
      let first = Task(executorPreference: loop) { [code, threads] in
        await code.run(apart: threads) {
          await Task.yield()
          begin.yield()
          gate.pass()
        }
      }
      await begins.next()
      // The loop's own work waits until another thread has taken the loop over.
      await withCheckedContinuation { continuation in loop.runLater { continuation.resume() } }
      gate.open()
      await first.value
    }
    #expect(code.isApart)
  }

  @Test func codeIsTriedOnTheLoopAgain() async throws {
    try await withLoop { loop in
      code.noteBlocking()
      var names: Set<String?> = []
      for _ in 0..<BlockingCode.runsApart { names.insert(await thread(on: loop) {}) }
      #expect(names == ["swiftlet-apart"])
      #expect(await thread(on: loop) {} == "swiftlet-test")
    }
  }

  /// A job waits while all threads are taken, and none is started for it.
  @Test func theNumberOfThreadsIsBounded() async throws {
    try await withLoop { loop in
      code.noteBlocking()
      let gate = Gate()
      let (begun, begin) = AsyncStream<Void>.makeStream()
      var begins = begun.makeAsyncIterator()
      let runs = (0..<5).map { _ in
        Task {
          await thread(on: loop) {
            begin.yield()
            gate.pass()
          }
        }
      }
      for _ in 0..<2 { await begins.next() }
      #expect(threads.count == 2)
      gate.open()
      for run in runs { #expect(await run.value == "swiftlet-apart") }
      #expect(threads.count == 2)
    }
    threads.end()
    while threads.count > 0 { await Task.yield() }
  }

  /// What follows a run is on the loop again.
  @Test func theTaskReturnsToItsLoop() async throws {
    try await withLoop { loop in
      code.noteBlocking()
      let names = await Task(executorPreference: loop) { [code, threads] in
        let inside = await code.run(apart: threads) { Self.threadName() }
        return [inside, Self.threadName()]
      }.value
      #expect(names == ["swiftlet-apart", "swiftlet-test"])
    }
  }

  /// The name of the thread on which a run of the code is.
  private func thread(on loop: Reactor, _ body: @escaping @Sendable () -> Void) async -> String? {
    await Task(executorPreference: loop) { [code, threads] in
      await code.run(apart: threads) {
        body()
        return Self.threadName()
      }
    }.value
  }

  private static func threadName() -> String? { Thread.current.name }

  private func withLoop(_ test: (Reactor) async throws -> Void) async throws {
    let loop = try Reactor(named: "swiftlet-test")
    loop.start(Client())
    defer { loop.stop() }
    try await test(loop)
  }
}
