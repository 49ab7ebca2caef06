import Testing

@testable import Engines

@Suite struct ReplyMeterTests {
  @Test func shortRepliesAreNotCounted() {
    var meter = ReplyMeter()
    let counted = (1...9).map { _ in meter.countsNextRead() }
    #expect(counted == [false, false, false, false, false, false, false, true, true])
  }

  @Test func aReplyOfAServerElsewhereIsCountedFromItsFirstCountedRead() {
    var meter = ReplyMeter()
    meter.record(received: 5 << 30)
    #expect(!meter.isOverLimit && !meter.leavesLongBuffer)
    meter.record(received: 5 << 30 + 17 << 20)
    #expect(!meter.isOverLimit && meter.leavesLongBuffer)
    meter.record(received: 5 << 30 + 257 << 20)
    #expect(meter.isOverLimit)
  }

  /// libpq takes 16 KiB of the 128 KiB that wait each time, and the server fills in as many.
  @Test func whatStillWaitsIsNotCountedAgain() {
    var meter = ReplyMeter()
    for _ in 0..<1000 { meter.record(waiting: 128 << 10, left: 128 << 10) }
    #expect(!meter.leavesLongBuffer)
    for _ in 0..<1900 { meter.record(waiting: 128 << 10, left: 0) }
    #expect(!meter.isOverLimit)
    for _ in 0..<100 { meter.record(waiting: 128 << 10, left: 0) }
    #expect(meter.isOverLimit)
  }
}
