import Edge
import Logging
import SwiftletTesting
import Synchronization
import Testing

@testable import Worker

@Suite("Background work of a worker", .timeLimit(.minutes(10)))
struct RemoteBackgroundTests {
  private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  @Test func itStartsWhenTheHostLetsIt() async throws {
    let held = HeldBackground()
    var call = LinkedCall()
    call.background = held
    try await call.run { link in
      let background = RemoteBackground(link.services, on: globalConcurrentExecutor)
      let box = RunBox()
      background.start(logger: logger) { box.run() }
      await held.arrival()
      #expect(box.count == 0)
      let tasks = held.release()
      await background.finish()
      #expect(box.count == 1)
      // The host's part ends with it.
      for task in tasks { try await task.value }
    }
  }

  @Test func itDoesNotRunIfTheHostDropsIt() async throws {
    let held = HeldBackground()
    var call = LinkedCall()
    call.background = held
    try await call.run { link in
      let background = RemoteBackground(link.services, on: globalConcurrentExecutor)
      let box = RunBox()
      background.start(logger: logger) { box.run() }
      await held.arrival()
      held.drop()
      await background.finish()
      #expect(box.count == 0)
    }
  }

  @Test func theHostCancelsIt() async throws {
    let held = HeldBackground()
    var call = LinkedCall()
    call.background = held
    try await call.run { link in
      let background = RemoteBackground(link.services, on: globalConcurrentExecutor)
      let (begun, begin) = AsyncStream<Void>.makeStream()
      background.start(logger: logger) {
        begin.yield()
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        for await _ in stream {}
        continuation.finish()
      }
      await held.arrival()
      let tasks = held.release()
      for await _ in begun { break }
      for task in tasks { task.cancel() }
      await background.finish()
      for task in tasks { try await task.value }
    }
  }

  @Test func theEndOfTheWorkerEndsTheHostsPart() async throws {
    let held = HeldBackground()
    var call = LinkedCall()
    call.background = held
    try await call.run { link in
      let background = RemoteBackground(link.services, on: globalConcurrentExecutor)
      let (begun, begin) = AsyncStream<Void>.makeStream()
      background.start(logger: logger) {
        begin.yield()
        for await _ in AsyncStream<Void>.makeStream().stream { return }
      }
      await held.arrival()
      let tasks = held.release()
      for await _ in begun { break }
      link.killWorker()
      for task in tasks { try await task.value }
    }
  }
}

/// Counts the runs of a piece of work.
final class RunBox: Sendable {
  private let runs = Atomic(0)
  var count: Int { runs.load(ordering: .relaxed) }
  func run() { runs.add(1, ordering: .relaxed) }
}
