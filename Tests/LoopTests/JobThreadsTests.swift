import Foundation
import Testing

@testable import Loop

/// The number of threads for jobs that may block.
@Suite(.timeLimit(.minutes(10))) struct JobThreadsTests {
  @Test func aThreadStartsForEachJobThatBlocksUpToTheMaximum() async {
    let threads = JobThreads(named: "swiftlet-test", maximum: 2)
    let (begun, begin) = AsyncStream<Int>.makeStream()
    let gate = DispatchSemaphore(value: 0)
    #expect(threads.count == 0)
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<3 {
        group.addTask(executorPreference: threads) {
          begin.yield(number)
          gate.wait()
        }
      }
      var begins = begun.makeAsyncIterator()
      let first = [await begins.next(), await begins.next()]
      #expect(Set(first).count == 2)
      #expect(threads.count == 2)
      for _ in 0..<3 { gate.signal() }
      await group.waitForAll()
    }
    #expect(threads.count == 2)
    threads.end()
  }

  @Test func anIdleThreadEndsAndTheNextJobStartsAnother() async {
    let threads = JobThreads(named: "swiftlet-test", maximum: 2, idleTime: .nanoseconds(0))
    for _ in 0..<20 {
      let names = await withTaskGroup(of: String.self) { group in
        for _ in 0..<4 { group.addTask(executorPreference: threads) { Self.threadName() } }
        return await group.reduce(into: Set()) { $0.insert($1) }
      }
      #expect(names == ["swiftlet-test"])
      while threads.count > 0 { await Task.yield() }
    }
    threads.end()
  }

  /// Jobs that come after the end run on Swift's pool.
  @Test func jobsAfterTheEndRunElsewhere() async {
    let threads = JobThreads(named: "swiftlet-test", maximum: 1)
    threads.end()
    let name = await threads.perform { Self.threadName() }
    #expect(name != "swiftlet-test")
    #expect(threads.count == 0)
  }

  private static func threadName() -> String { Thread.current.name ?? "" }
}
