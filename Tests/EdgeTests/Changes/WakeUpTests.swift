import Synchronization
import Testing

@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct WakeUpTests {
  private final class Ended: Sendable {
    let count = Mutex(0)
  }

  @Test func severalWaitsEndAtTheirTimes() async {
    let wakeUp = WakeUp()
    async let one = wakeUp.wait(upTo: .milliseconds(1))
    async let other = wakeUp.wait(upTo: .milliseconds(1))
    #expect(await [one, other] == [false, false])
  }

  @Test func aSignalEndsEachWait() async {
    let wakeUp = WakeUp()
    let ended = Ended()
    let waits = (0..<2).map { _ in
      Task {
        #expect(await wakeUp.wait(upTo: .seconds(3600)))
        ended.count.withLock { $0 += 1 }
      }
    }
    while ended.count.withLock({ $0 }) < 2 {
      wakeUp.signal()
      await Task.yield()
    }
    for wait in waits { await wait.value }
  }

  @Test func aCancelledWaitEndsAlone() async {
    let wakeUp = WakeUp()
    let other = Task { await wakeUp.wait(upTo: .seconds(3600)) }
    let cancelled = Task { await wakeUp.wait(upTo: .seconds(3600)) }
    cancelled.cancel()
    #expect(await !cancelled.value)
    wakeUp.signal()
    #expect(await other.value)
  }

  @Test func severalSignalsBeforeAWaitAreOne() async {
    let wakeUp = WakeUp()
    wakeUp.signal()
    wakeUp.signal()
    #expect(await wakeUp.wait(upTo: .zero))
    #expect(!wakeUp.take())
  }
}
