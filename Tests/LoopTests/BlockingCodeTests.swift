import Foundation
import Testing

@testable import Loop

/// Code that blocks its loop again and again runs on other threads.
@Suite(.timeLimit(.minutes(10))) struct BlockingCodeTests {
  private final class Client: ReactorClient {
    func descriptorIsReady(_ number: UInt64, _ events: DescriptorEvents) {}
    func lookAtClock(_ now: ContinuousClock.Instant) -> ContinuousClock.Instant? { nil }
  }

  private let threads = JobThreads(named: "swiftlet-apart", maximum: 2)
  private let code = BlockingCode()

  @Test func theFirstRunIsOnTheLoop() async throws {
    try await withLoop { loop in #expect(await thread(on: loop) {} == "swiftlet-test") }
    #expect(threads.count == 0)
  }

  /// The thread that takes the loop over counts the run, so the next ones are apart while this one still blocks.
  @Test func afterThreeRunsThatBlockTheNextOnesAreApart() async throws {
    try await withLoop { loop in
      let gate = Gate()
      var blocked: [Task<String?, Never>] = []
      for _ in 0..<3 {
        let (begun, begin) = AsyncStream<Void>.makeStream()
        #expect(!code.isApart)
        blocked.append(
          Task {
            await thread(on: loop) {
              begin.yield()
              gate.pass()
            }
          })
        var begins = begun.makeAsyncIterator()
        await begins.next()
        // The loop's own work waits until another thread has taken the loop over.
        await withCheckedContinuation { continuation in loop.runLater { continuation.resume() } }
      }
      #expect(code.isApart)
      #expect(await thread(on: loop) {} == "swiftlet-apart")
      gate.open()
      for run in blocked { #expect(await run.value == "swiftlet-test") }
    }
  }

  @Test func blockingAfterTheLastWaitIsCounted() async throws {
    try await withLoop { loop in
      for _ in 0..<3 {
        let gate = Gate()
        let (begun, begin) = AsyncStream<Void>.makeStream()
        var begins = begun.makeAsyncIterator()
        let run = Task(executorPreference: loop) { [code, threads] in
          await code.run(apart: threads) {
            await Task.yield()
            begin.yield()
            gate.pass()
          }
        }
        await begins.next()
        await withCheckedContinuation { continuation in loop.runLater { continuation.resume() } }
        gate.open()
        await run.value
      }
    }
    #expect(code.isApart)
  }

  /// A thread that waits for a core looks like one that blocks, so a run now and then counts for nothing.
  @Test func runsThatBlockSeldomAreForgotten() {
    for _ in 0..<10 {
      code.countBlockingRun()
      for _ in 0..<100 { code.countRun() }
    }
    #expect(!code.isApart)
    for _ in 0..<3 { code.countBlockingRun() }
    #expect(code.isApart)
  }

  @Test func codeIsTriedOnTheLoopAgain() async throws {
    try await withLoop { loop in
      for _ in 0..<3 { code.countBlockingRun() }
      var names: Set<String?> = []
      for _ in 0..<BlockingCode.runsApart { names.insert(await thread(on: loop) {}) }
      #expect(names == ["swiftlet-apart"])
      #expect(await thread(on: loop) {} == "swiftlet-test")
    }
  }

  /// A job waits while all threads are taken, and none is started for it.
  @Test func theNumberOfThreadsIsBounded() async throws {
    try await withLoop { loop in
      for _ in 0..<3 { code.countBlockingRun() }
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
      for _ in 0..<3 { code.countBlockingRun() }
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
