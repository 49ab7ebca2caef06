import NIOCore
import Testing

@testable import Channel

@Suite struct OutboxTests {
  private let start = ContinuousClock.now
  private let limits = ChannelLimits(outbox: 1000, fullOutbox: 10_000, patience: .seconds(5))

  private func note(_ count: Int) -> Frame { Frame(.note, id: 0, payload: ByteBuffer(repeating: 1, count: count)) }

  @Test func aBatchOfFramesIsOneSegment() {
    var outbox = Outbox(limits: limits)
    #expect(outbox.add(note(10)) { start } == .mustFlush)
    #expect(outbox.add(note(20)) { start } == .waits)
    #expect(outbox.beginFlush()?.readableBytes == 62)
  }

  @Test func aLargePayloadIsASegmentOfItsOwn() {
    var outbox = Outbox(limits: .unlimited)
    _ = outbox.add(note(1)) { start }
    _ = outbox.add(note(50_000)) { start }
    _ = outbox.add(note(2)) { start }
    var sizes: [Int] = []
    var next = outbox.beginFlush()
    while var segment = next {
      let count = segment.readableBytes
      sizes.append(count)
      segment.moveReaderIndex(forwardBy: count)
      next = outbox.sent(segment, count: count)
    }
    #expect(sizes == [33, 50_000, 18])
    #expect(outbox.bytes == 0)
    #expect(outbox.add(note(1)) { start } == .mustFlush)
  }

  @Test func theRestWaitsForRoom() throws {
    var outbox = Outbox(limits: limits)
    _ = outbox.add(note(10)) { start }
    let first = outbox.beginFlush()
    var segment = try #require(first)
    segment.moveReaderIndex(forwardBy: 6)
    let next = outbox.sent(segment, count: 6)
    #expect(next == nil)
    #expect(outbox.isBlocked)
    #expect(outbox.beginFlush() == nil)
    #expect(outbox.add(note(1)) { start } == .waits)
    let hadRoom = [outbox.becameWritable(), outbox.becameWritable()]
    #expect(hadRoom == [true, false])
    #expect(outbox.beginFlush()?.readableBytes == 20)
  }

  /// The thread whose segment was cut short does not go on when another one sends the rest.
  @Test func onlyOneThreadSends() throws {
    var outbox = Outbox(limits: .unlimited)
    _ = outbox.add(note(50_000)) { start }
    let first = outbox.beginFlush()
    var segment = try #require(first)
    _ = outbox.add(note(1)) { start }
    segment.moveReaderIndex(forwardBy: 10)
    let goesOn = outbox.sent(segment, count: 10) != nil
    let hadRoom = outbox.becameWritable()
    #expect(!goesOn && hadRoom)
    #expect(outbox.beginFlush() != nil)
    #expect(outbox.beginFlush() == nil)
  }

  @Test func aSideThatReadsNothingOverflowsAfterItsPatience() {
    var outbox = Outbox(limits: limits)
    #expect(outbox.add(note(1200)) { start } == .mustFlush)
    #expect(outbox.add(note(1)) { start + .seconds(5) } == .waits)
    #expect(outbox.add(note(1)) { start + .milliseconds(5001) } == .overflow)
  }

  @Test func aSideThatReadsSlowlyDoesNotOverflow() throws {
    var outbox = Outbox(limits: limits)
    _ = outbox.add(note(5000)) { start }
    let first = outbox.beginFlush()
    var segment = try #require(first)
    segment.moveReaderIndex(forwardBy: 1)
    _ = outbox.sent(segment, count: 1)
    #expect(outbox.add(note(1)) { start + .seconds(6) } == .waits)
    #expect(outbox.add(note(1)) { start + .seconds(11) } == .waits)
    #expect(outbox.add(note(1)) { start + .seconds(12) } == .overflow)
  }

  @Test func aFullOutboxOverflowsAtOnce() {
    var outbox = Outbox(limits: limits)
    #expect(outbox.add(note(10_000)) { start } == .overflow)
  }
}
