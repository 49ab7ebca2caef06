import Loop
import Synchronization
import Testing

@testable import Host

@Suite struct SharedAnswerTests {
  private final class Moments: Sendable {
    let now = Mutex(ContinuousClock.now)
  }

  @Test func anAnswerIsKeptForItsTime() async {
    let moments = Moments()
    let answer = SharedAnswer<Int>(for: .seconds(1)) { moments.now.withLock(\.self) }
    #expect(await answer.get { 1 } == 1)
    moments.now.withLock { $0 += .milliseconds(999) }
    #expect(await answer.get { 2 } == 1)
    moments.now.withLock { $0 += .milliseconds(1) }
    #expect(await answer.get { 3 } == 3)
  }

  @Test func callersAtTheSameTimeShareOne() async {
    let answer = SharedAnswer<Int>(for: .seconds(3600))
    let (begun, go) = (Promise<Bool>(), Promise<Bool>())
    async let first = answer.get {
      begun.fulfil(true)
      _ = await go.value()
      return 1
    }
    _ = await begun.value()
    await withTaskGroup(of: Int.self) { group in
      for _ in 0..<20 { group.addTask { await answer.get { 2 } } }
      go.fulfil(true)
      for await value in group { #expect(value == 1) }
    }
    #expect(await first == 1)
  }

  @Test func anErrorIsNotKept() async throws {
    let answer = SharedAnswer<Int>(for: .seconds(3600))
    await #expect(throws: CancellationError.self) { try await answer.get { throw CancellationError() } }
    #expect(await answer.get { 2 } == 2)
  }

  @Test func aCancelledMakerLeavesItToAnother() async {
    let answer = SharedAnswer<Int>(for: .seconds(3600))
    let (begun, go) = (Promise<Bool>(), Promise<Bool>())
    let first = Task {
      await answer.get {
        begun.fulfil(true)
        _ = await go.value()
        return 1
      }
    }
    _ = await begun.value()
    async let second = answer.get { 2 }
    first.cancel()
    go.fulfil(true)
    #expect(await first.value == 1)
    #expect(await second == 2)
    #expect(await answer.get { 3 } == 2)
  }
}
