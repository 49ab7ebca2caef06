import Foundation
import Testing

@testable import Host

@Suite struct EventRingTests {
  @Test func recordsOfAllStripesAreSelectedNewestFirst() {
    let ring = EventRing(stripes: 3)
    for number in 0..<1000 { ring.add(RingFixtures.invocation("f\(number)"), stripe: number * 7 % 3) }
    let all = ring.invocations(limit: 2000)
    let numbers: [UInt64] = (1...1000).reversed()
    #expect(all.map(\.function) == numbers.map { number in "f\(number - 1)" })
    #expect(all.map(\.sequence) == numbers)
    let page = ring.invocations(before: all[99].sequence, limit: 100)
    #expect(page == Array(all[100..<200]))
    #expect(ring.invocations(limit: 3) { $0.function.hasSuffix("00") }.map(\.function) == ["f900", "f800", "f700"])
    #expect(ring.invocations(before: 1).isEmpty)
    #expect(ring.invocations(before: 0).isEmpty)
    #expect(ring.invocations(before: .max, limit: 1) == [all[0]])
  }

  @Test func numbersAscendOverAllKinds() {
    let ring = EventRing()
    ring.add(RingFixtures.invocation())
    ring.add(RingFixtures.line("a"))
    ring.add(RingFixtures.invocation())
    #expect(ring.invocations().map(\.sequence) == [3, 1])
    #expect(ring.logs().map(\.sequence) == [2])
    #expect(ring.lastSequence == 3)
  }

  @Test func theOldestAreDroppedWhenTheBytesExceedTheCapacity() {
    let capacity = 16 << 20
    let ring = EventRing(capacity: capacity, stripes: 2)
    let path = String(repeating: "p", count: 256)
    for number in 0..<60_000 { ring.add(RingFixtures.invocation(path: path), stripe: number % 2) }
    let kept = ring.invocations(limit: .max)
    #expect(kept.reduce(0) { $0 + $1.footprint } <= capacity / 2)
    #expect(kept.reduce(0) { $0 + $1.footprint } > capacity / 4)
    #expect(kept.first?.sequence == 60_000)
    // At the other end one stripe's chunk may be dropped, and the other's of the same time not yet.
    let newest: [UInt64] = (59_001...60_000).reversed()
    #expect(kept.prefix(1000).map(\.sequence) == newest)
    #expect(zip(kept, kept.dropFirst()).allSatisfy { $0.sequence > $1.sequence })
    for _ in 0..<5_000 { ring.add(RingFixtures.line(String(repeating: "x", count: 20_000))) }
    let lines = ring.logs(limit: .max)
    #expect(lines.reduce(0) { $0 + $1.footprint } <= capacity / 16 * 7)
    #expect(lines.allSatisfy { $0.message.utf8.count <= LogRecord.longestText + 3 })
    #expect(ring.invocations(limit: .max).count == kept.count)
  }

  @Test func anIdleStripeKeepsNoOlderRecordsThanABusyOneDrops() {
    let ring = EventRing(capacity: 16 << 20, stripes: 2)
    for _ in 0..<5_000 { ring.add(RingFixtures.invocation("idle"), stripe: 0) }
    for _ in 0..<60_000 { ring.add(RingFixtures.invocation("busy"), stripe: 1) }
    // What is in the idle stripe's open chunk remains.
    #expect(ring.invocations(limit: .max) { $0.function == "idle" }.count <= RecordChunk<InvocationRecord>.mostRecords)
  }

  @Test func addingFromManyThreadsLosesNothing() async {
    let ring = EventRing(stripes: 2)
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<4 {
        group.addTask { for _ in 0..<2_000 { ring.add(RingFixtures.invocation(), stripe: thread) } }
      }
    }
    #expect(Set(ring.invocations(limit: .max).map(\.sequence)).count == 8_000)
    #expect(ring.functionStatistics(now: RingFixtures.start).first?.calls == 8_000)
  }
}
