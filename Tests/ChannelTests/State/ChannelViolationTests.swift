import NIOCore
import Testing

@testable import Channel

/// Each rule that a worker can break, at a host. The rules of headers are tested with ``FrameDecoder``.
@Suite struct ChannelViolationTests {
  /// A host with exchange 1 of the worker's, which streams, and exchange 2 of its own, which streams.
  private func host() throws -> ChannelState {
    var host = try ChannelState.begun(.host)
    _ = try host.receive(.open, 1, .hasBody)
    _ = host.open(ByteBuffer(), hasBody: true)
    return host
  }

  private func expect(
    _ violation: ChannelViolation, after prepare: (inout ChannelState) throws -> Void = { _ in },
    _ receive: (inout ChannelState) throws -> FrameEvent?
  ) throws {
    var host = try host()
    try prepare(&host)
    #expect(throws: violation) { _ = try receive(&host) }
  }

  @Test func anotherFirstFrame() {
    var host = ChannelState(role: .host, limits: ChannelLimits())
    #expect(throws: ChannelViolation.helloExpected(.open)) { try host.receive(.open, 1) }
  }

  @Test func aSecondHello() throws { try expect(.repeatedHello) { try $0.receive(.hello, 0) } }

  @Test func anIDOfTheHost() throws { try expect(.parity(4)) { try $0.receive(.open, 4) } }

  @Test func anIDThatIsNotAboveTheLast() throws {
    try expect(.reusedID(1)) { try $0.receive(.open, 1) }
    try expect(.reusedID(5), after: { _ = try $0.receive(.open, 7) }, { try $0.receive(.open, 5) })
    try expect(.reusedID(1), after: { _ = $0.done(1) }, { try $0.receive(.open, 1) })
  }

  @Test func tooManyExchanges() throws {
    try expect(
      .tooManyExchanges, after: { host in for id in [3, 5, 7] as [UInt64] { _ = try host.receive(.open, id) } },
      { try $0.receive(.open, 9) })
  }

  @Test func anExchangeThatWasNeverOpened() throws {
    try expect(.unknownExchange(.piece, 3)) { try $0.receivePiece(3, 1) }
    try expect(.unknownExchange(.answer, 4)) { try $0.receive(.answer, 4) }
    try expect(.unknownExchange(.note, 9)) { try $0.receive(.note, 9) }
  }

  @Test func aFrameAboutAnExchangeThatTheWorkerHasEnded() throws {
    try expect(
      .unknownExchange(.answer, 2), after: { _ = try $0.receive(.answer, 2, .isDone) }, { try $0.receive(.answer, 2) })
    try expect(.unknownExchange(.piece, 2), after: { _ = try $0.receive(.done, 2) }, { try $0.receivePiece(2, 1) })
    try expect(.unknownExchange(.done, 2), after: { _ = try $0.receive(.done, 2) }, { try $0.receive(.done, 2) })
  }

  @Test func aFrameOfTheOtherDirection() throws {
    try expect(.direction(.answer, 1)) { try $0.receive(.answer, 1) }
    try expect(.direction(.done, 1)) { try $0.receive(.done, 1) }
    try expect(.direction(.cancel, 2)) { try $0.receive(.cancel, 2) }
    try expect(.direction(.done, 1), after: { _ = $0.done(1) }, { try $0.receive(.done, 1) })
  }

  @Test func aSecondAnswer() throws {
    try expect(.repeatedAnswer(2), after: { _ = try $0.receive(.answer, 2) }, { try $0.receive(.answer, 2) })
  }

  @Test func aPieceWithoutAStream() throws {
    try expect(.noStream(.piece, 2)) { try $0.receivePiece(2, 1) }
    try expect(.noStream(.piece, 2), after: { _ = try $0.receive(.answer, 2) }, { try $0.receivePiece(2, 1) })
    try expect(.noStream(.piece, 1), after: { _ = try $0.receive(.end, 1) }, { try $0.receivePiece(1, 1) })
    try expect(.noStream(.piece, 3), after: { _ = try $0.receive(.open, 3) }, { try $0.receivePiece(3, 1) })
  }

  @Test func anEndWithoutAStream() throws {
    try expect(.noStream(.end, 2)) { try $0.receive(.end, 2) }
    try expect(.noStream(.fail, 1), after: { _ = try $0.receive(.end, 1) }, { try $0.receive(.fail, 1) })
  }

  @Test func creditOrAStopWithoutAStream() throws {
    try expect(.noStream(.credit, 1)) { try $0.receiveCredit(1, 1) }
    try expect(.noStream(.stop, 1)) { try $0.receive(.stop, 1) }
  }

  @Test func theEndOfAnExchangeBeforeThatOfItsStream() throws {
    try expect(.doneBeforeEnd(2), after: { _ = try $0.receive(.answer, 2, .hasBody) }, { try $0.receive(.done, 2) })
  }

  @Test func aStoppedStreamNeedsNoEnd() throws {
    var host = try host()
    _ = try host.receive(.answer, 2, .hasBody)
    _ = host.update(2) { $0.stop(2) }
    #expect(try host.receive(.done, 2) == .done(2))
  }

  @Test func morePiecesThanCredit() throws {
    func fill(_ host: inout ChannelState) throws {
      for _ in 0..<Frame.initialCredit / Frame.maximumPiece { _ = try host.receivePiece(1, Frame.maximumPiece) }
    }
    try expect(.overCredit(1), after: fill, { try $0.receivePiece(1, 1) })
    try expect(
      .overCredit(1),
      after: { host in
        try fill(&host)
        _ = host.update(1) { $0.stop(1) }
      }, { try $0.receivePiece(1, 1) })
  }

  @Test func creditForNoBytes() throws {
    try expect(.noCredit(2), after: { #expect($0.send(2, 10) == 10) }, { try $0.receiveCredit(2, 0) })
  }

  @Test func moreCreditThanWasUsed() throws {
    try expect(.creditOverflow(2)) { try $0.receiveCredit(2, 1) }
    try expect(.creditOverflow(2), after: { #expect($0.send(2, 10) == 10) }, { try $0.receiveCredit(2, 11) })
    try expect(.creditOverflow(2), after: { #expect($0.send(2, 10) == 10) }, { try $0.receiveCredit(2, .max) })
  }
}
