import Foundation
import Glibc
import Synchronization
import Testing

@testable import Loop

/// A loop's events, its clock and its work, also while a job blocks its thread.
@Suite(.timeLimit(.minutes(10))) struct ReactorTests {
  /// A client that passes the loop's calls on to the test.
  private final class Recorder: ReactorClient {
    let ready = AsyncStream<UInt64>.makeStream()
    let looks = AsyncStream<ContinuousClock.Instant>.makeStream()
    private let due = Mutex<ContinuousClock.Instant?>(nil)
    private let descriptor = Mutex<CInt>(-1)

    func descriptorIsReady(_ number: UInt64, _ events: DescriptorEvents) {
      // Level-triggered: what is ready stays so until it is read.
      let descriptor = descriptor.withLock { $0 }
      var byte: UInt8 = 0
      _ = unsafe Glibc.read(descriptor, &byte, 1)
      ready.continuation.yield(number)
    }

    func lookAtClock(_ now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
      looks.continuation.yield(now)
      return due.withLock { due in
        if let instant = due, instant <= now { due = nil }
        return due
      }
    }

    func expect(at instant: ContinuousClock.Instant) { due.withLock { $0 = instant } }
    func reads(_ number: CInt) { descriptor.withLock { $0 = number } }
  }

  private final class Shared<Value: Sendable>: Sendable {
    private let mutex: Mutex<Value>
    init(_ value: Value) { mutex = Mutex(value) }
    var value: Value { mutex.withLock { $0 } }
    func change(_ body: (inout sending Value) -> Void) { mutex.withLock { body(&$0) } }
  }

  private func withReactor(_ test: (Reactor, Recorder) async throws -> Void) async throws {
    let reactor = try Reactor(named: "swiftlet-test")
    let recorder = Recorder()
    reactor.start(recorder)
    defer { reactor.stop() }
    try await test(reactor, recorder)
  }

  /// A client that gives another loop work when it is told the load of its own.
  private final class Sharing: ReactorClient {
    let other: Reactor
    let shared = AsyncStream<Void>.makeStream()

    init(with other: Reactor) { self.other = other }

    func descriptorIsReady(_ number: UInt64, _ events: DescriptorEvents) {}
    func lookAtClock(_ now: ContinuousClock.Instant) -> ContinuousClock.Instant? { nil }
    func loadMeasured(_ share: Double) { other.run { [shared] in shared.continuation.yield() } }
  }

  /// A client that receives the loop's load.
  private final class Loaded: ReactorClient {
    let shares = AsyncStream<Double>.makeStream()

    func descriptorIsReady(_ number: UInt64, _ events: DescriptorEvents) {}
    func lookAtClock(_ now: ContinuousClock.Instant) -> ContinuousClock.Instant? { nil }
    func loadMeasured(_ share: Double) { shares.continuation.yield(share) }
  }

  private static func threadName() -> String? { Thread.current.name }

  @Test func workThatALoopGivesAwayBeforeItSleepsIsDoneAtOnce() async throws {
    try await withReactor { other, _ in
      let reactor = try Reactor(named: "swiftlet-shares")
      let client = Sharing(with: other)
      reactor.start(client)
      defer { reactor.stop() }
      let begun = AsyncStream<Void>.makeStream()
      reactor.run { begun.continuation.yield() }
      var begins = begun.stream.makeAsyncIterator()
      #expect(await begins.next() != nil)
      // Longer than a load is measured for. No event wakes the loop after it.
      reactor.run {
        let end = ContinuousClock.now + LoadMeter.window + .milliseconds(1)
        while ContinuousClock.now < end {}
      }
      var shares = client.shared.stream.makeAsyncIterator()
      #expect(await shares.next() != nil)
    }
  }

  /// Other loops have to take over connections of this one, although it computes nothing.
  @Test func aLoopWhoseJobsBlockForAShortTimeIsOccupied() async throws {
    let reactor = try Reactor(named: "swiftlet-blocked")
    let client = Loaded()
    reactor.start(client)
    defer { reactor.stop() }
    let (asks, answers) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let isOver = Shared(false)
    Thread.detachNewThread {
      while !isOver.value {
        asks.wait()
        answers.signal()
      }
    }
    await withDiscardingTaskGroup { group in
      group.addTask(executorPreference: reactor) {
        // Each job waits for another thread, and less long than until the loop is taken over.
        while !Task.isCancelled {
          asks.signal()
          answers.wait()
          await Task.yield()
        }
      }
      for await share in client.shares.stream where share > 0.8 { break }
      group.cancelAll()
    }
    isOver.change { $0 = true }
    asks.signal()
  }

  @Test func theClientIsToldOfAReadyDescriptor() async throws {
    try await withReactor { reactor, recorder in
      var ends: [CInt] = [0, 0]
      #expect(unsafe pipe(&ends) == 0)
      let (output, input) = (ends[0], ends[1])
      recorder.reads(output)
      #expect(reactor.add(output, as: 7, for: .input))
      var numbers = recorder.ready.stream.makeAsyncIterator()
      for _ in 0..<3 {
        var byte: UInt8 = 1
        #expect(unsafe Glibc.write(input, &byte, 1) == 1)
        #expect(await numbers.next() == 7)
      }
      reactor.remove(output)
      close(output)
      close(input)
    }
  }

  @Test func theClockIsLookedAtWhenItIsTime() async throws {
    try await withReactor { reactor, recorder in
      var looks = recorder.looks.stream.makeAsyncIterator()
      _ = await looks.next()
      let instant = ContinuousClock.now.advanced(by: .milliseconds(20))
      recorder.expect(at: instant)
      reactor.wake()
      // The wake-up has the clock looked at, before its time as a rule; nothing but the instant does so again.
      var earlyLooks = 0
      while let now = await looks.next(), now < instant { earlyLooks += 1 }
      #expect(earlyLooks <= 1)
    }
  }

  @Test func tasksRunOnTheLoop() async throws {
    try await withReactor { reactor, _ in
      let names = await Task(executorPreference: reactor) {
        var names = [Self.threadName()]
        await Task.yield()
        names.append(Self.threadName())
        return names
      }.value
      #expect(names == ["swiftlet-test", "swiftlet-test"])
    }
  }

  /// No two pieces of the loop's own work run at a time.
  @Test func actionsRunOneAtATimeAndInOrder() async throws {
    try await withReactor { reactor, _ in
      let seen = Shared<[Int]>([])
      // If the system stops this thread for long, another one takes the loop over and the action runs later: then the
      // next try counts.
      var wasAtOnce = false
      while !wasAtOnce {
        await withCheckedContinuation { continuation in reactor.run { continuation.resume() } }
        wasAtOnce = await Task(executorPreference: reactor) {
          seen.change { $0 = [] }
          reactor.run { seen.change { $0.append(1) } }
          return seen.value == [1]
        }.value
      }
      await withCheckedContinuation { continuation in
        for number in 2...5 { reactor.run { seen.change { $0.append(number) } } }
        reactor.run { continuation.resume() }
      }
      #expect(seen.value == [1, 2, 3, 4, 5])
    }
  }

  @Test func aJobThatBlocksTheThreadBlocksNoOtherWork() async throws {
    try await withReactor { reactor, _ in
      let gate = Gate()
      let (begun, begin) = AsyncStream<Void>.makeStream()
      let acted = Shared<[String?]>([])
      let keepers = (0..<3).map { _ in
        Task(executorPreference: reactor) {
          begin.yield()
          gate.pass()
          // Another thread has taken the loop over, and runs the action.
          await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let thread = pthread_self()
            reactor.run {
              #expect(pthread_self() != thread)
              acted.change { $0.append(Self.threadName()) }
              continuation.resume()
            }
          }
          return Self.threadName()
        }
      }
      var begins = begun.makeAsyncIterator()
      for _ in keepers { await begins.next() }
      let other = await Task(executorPreference: reactor) { Self.threadName() }.value
      #expect(other == "swiftlet-test")
      gate.open()
      for keeper in keepers { #expect(await keeper.value == "swiftlet-test") }
      #expect(acted.value == Array(repeating: "swiftlet-test", count: 3))
    }
  }

  /// A job above the bound does not wait for the job before it once the loop has threads again.
  @Test func jobsAboveTheBoundGoBackToTheLoop() async throws {
    try await withReactor { reactor, _ in
      let (first, second) = (Gate(), Gate())
      let (begun, begin) = AsyncStream<Void>.makeStream()
      var begins = begun.makeAsyncIterator()
      let keepers = (0..<Reactor.maximumBlockedThreads).map { _ in
        Task(executorPreference: reactor) {
          begin.yield()
          first.pass()
        }
      }
      for _ in keepers { await begins.next() }
      // The loop's own work runs when the last of them has lost the loop.
      await withCheckedContinuation { continuation in reactor.run { continuation.resume() } }
      let above = Task(executorPreference: reactor) {
        begin.yield()
        second.pass()
      }
      await begins.next()
      let behind = Task(executorPreference: reactor) { Self.threadName() }
      await withCheckedContinuation { continuation in reactor.run { continuation.resume() } }
      first.open()
      #expect(await behind.value == "swiftlet-test")
      second.open()
      await above.value
      for keeper in keepers { await keeper.value }
    }
  }

  /// The jobs above the bound run on one more thread, one at a time, and the loop runs on.
  @Test func jobsBlockABoundedNumberOfThreads() async throws {
    try await withReactor { reactor, _ in
      let gate = Gate()
      let running = Shared(0)
      let (begun, begin) = AsyncStream<Void>.makeStream()
      let keepers = (0..<Reactor.maximumBlockedThreads + 5).map { _ in
        Task(executorPreference: reactor) {
          running.change { $0 += 1 }
          begin.yield()
          gate.pass()
        }
      }
      var begins = begun.makeAsyncIterator()
      for _ in 0...Reactor.maximumBlockedThreads { await begins.next() }
      await withCheckedContinuation { continuation in reactor.run { continuation.resume() } }
      #expect(running.value == Reactor.maximumBlockedThreads + 1)
      gate.open()
      for keeper in keepers { await keeper.value }
      #expect(running.value == keepers.count)
    }
  }

  @Test func workAfterTheEndRunsElsewhere() async throws {
    let reactor = try Reactor(named: "swiftlet-test")
    let recorder = Recorder()
    reactor.start(recorder)
    let task = Task(executorPreference: reactor) {
      reactor.stop()
      // Its next step comes when the loop is over, or to a loop that ends.
      await Task.yield()
      return true
    }
    #expect(await task.value)
    #expect(await Task(executorPreference: reactor) { true }.value)
    await withCheckedContinuation { continuation in reactor.run { continuation.resume() } }
  }
}
