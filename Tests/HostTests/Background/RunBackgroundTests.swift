import Logging
import Testing

@testable import Host

/// The background work of a job's run.
@Suite(.timeLimit(.minutes(10))) struct RunBackgroundTests {
  private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  /// The later work ignores its cancellation until the earlier one has ended.
  @Test func cancellingARunCancelsAllOfItsWorkAtOnce() async {
    let background = RunBackground()
    let (endless, source) = AsyncStream.makeStream(of: Void.self)
    let (end, earlier) = AsyncStream.makeStream(of: Void.self)
    background.start(logger: logger) {
      for await _ in endless {}
      earlier.finish()
    }
    background.start(logger: logger) { await Task { for await _ in end {} }.value }
    let run = Task { await background.finish() }
    run.cancel()
    await run.value
    source.finish()
  }

  @Test func workOfACancelledRunIsCancelledToo() async {
    let background = RunBackground()
    let run = Task { await background.finish() }
    run.cancel()
    await run.value
    let (endless, source) = AsyncStream.makeStream(of: Void.self)
    background.start(logger: logger) { for await _ in endless {} }
    await background.finish()
    source.finish()
  }

  @Test func workThatStartsOtherWorkIsWaitedFor() async {
    let background = RunBackground()
    let (ended, count) = AsyncStream.makeStream(of: Int.self)
    background.start(logger: logger) {
      background.start(logger: logger) { count.yield(2) }
      count.yield(1)
    }
    await background.finish()
    count.finish()
    #expect(await ended.reduce(0, +) == 3)
  }
}
