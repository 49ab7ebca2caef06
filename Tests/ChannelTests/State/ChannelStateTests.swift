import NIOCore
import Testing

@testable import Channel

@Suite struct ChannelStateTests {
  @Test func theFirstFrameIsTheHello() throws {
    var state = ChannelState(role: .host, limits: ChannelLimits())
    #expect(try state.receive(.hello, 0, [], "manifest") == .hello(.text("manifest")))
  }

  @Test func theIDsOfASideHaveItsParityAndRise() {
    var host = ChannelState(role: .host, limits: ChannelLimits())
    var worker = ChannelState(role: .worker, limits: .unlimited)
    #expect([host.open(.text("a"), hasBody: false).id, host.open(.text("b"), hasBody: false).id] == [2, 4])
    #expect([worker.open(.text("a"), hasBody: false).id, worker.open(.text("b"), hasBody: false).id] == [1, 3])
    #expect((host.ownCount, host.otherCount) == (2, 0))
  }

  @Test func aSimpleExchangeIsTwoFrames() throws {
    var host = try ChannelState.begun(.host)
    var worker = try ChannelState.begun(.worker)
    let open = host.open(.text("call"), hasBody: false)
    #expect(open == Frame(.open, id: 2, payload: .text("call")))
    #expect(try worker.receive(open) == .opened(2, .text("call"), hasBody: false))
    let sent = worker.answer(2, .text("result"), hasBody: false, isDone: true)
    let answer = try #require(sent)
    #expect(answer == Frame(.answer, id: 2, flags: .isDone, payload: .text("result")))
    #expect(try host.receive(answer) == .answered(2, .text("result"), hasBody: false, isDone: true))
    #expect((host.ownCount, worker.otherCount) == (0, 0))
    #expect(host.exchanges.isEmpty && worker.exchanges.isEmpty)
  }

  @Test func bothSidesStreamWithinTheCredit() throws {
    var worker = try ChannelState.begun(.worker)
    var host = try ChannelState.begun(.host)
    _ = try worker.receive(host.open(.text("call"), hasBody: true))
    #expect(host.send(2, 1 << 20) == Frame.initialCredit)
    #expect(try host.receiveCredit(2, 100) == .credit(2))
    #expect(host.send(2, 1000) == 100)
    #expect(worker.send(2, 10) == 0)
    #expect(worker.answer(2, .text("result"), hasBody: true, isDone: true)?.flags == .hasBody)
    #expect(worker.send(2, 1 << 20) == Frame.initialCredit)
  }

  @Test func aPieceIsCutAtItsLargestSize() throws {
    var host = try ChannelState.begun(.host)
    let id = host.open(ByteBuffer(), hasBody: true).id
    var piece = ByteBuffer(repeating: 1, count: Frame.maximumPiece + 1)
    guard case .frame(let frame)? = host.update(id, { $0.send(&piece, of: id) }) else { throw ChannelClosed() }
    #expect((frame.payload.readableBytes, piece.readableBytes) == (Frame.maximumPiece, 1))
  }

  @Test func creditIsGivenInSteps() throws {
    var host = try ChannelState.begun(.host)
    _ = try host.receive(.open, 1, .hasBody)
    for _ in 0..<4 { _ = try host.receivePiece(1, Frame.maximumPiece) }
    let step = ReceivingStream.step
    #expect(host.update(1) { $0.consumed(step - 1, of: 1) } == nil)
    let credit = host.update(1) { $0.consumed(1, of: 1) }
    #expect(credit == Frame(.credit, id: 1, payload: ByteBuffer(integer: UInt32(step), endianness: .little)))
    #expect(try host.receivePiece(1, step) != nil)
  }

  @Test func creditForAStreamThatHasEndedIsNotGiven() throws {
    var host = try ChannelState.begun(.host)
    _ = try host.receive(.open, 1, .hasBody)
    _ = try host.receivePiece(1, Frame.maximumPiece)
    #expect(try host.receive(.end, 1) == .ended(1))
    #expect(host.update(1) { $0.consumed(Frame.maximumPiece, of: 1) } == nil)
  }

  @Test func aStoppedStreamIsDropped() throws {
    var host = try ChannelState.begun(.host)
    _ = try host.receive(.open, 1, .hasBody)
    #expect(host.update(1) { $0.stop(1) } == Frame(.stop, id: 1))
    #expect(host.update(1) { $0.stop(1) } == nil)
    #expect(try host.receivePiece(1, 10) == nil)
    #expect(try host.receive(.end, 1) == nil)
  }

  @Test func theOtherSideStopsAStream() throws {
    var host = try ChannelState.begun(.host)
    let id = host.open(ByteBuffer(), hasBody: true).id
    #expect(try host.receive(.stop, id) == .stopped(id))
    #expect(try host.receive(.stop, id) == nil)
    #expect(try host.receiveCredit(id, 1) == nil)
    #expect(host.send(id, 10) == 0)
    #expect(host.update(id) { $0.end(id) } == nil)
  }

  @Test func aStreamBreaksOffWithAText() throws {
    var host = try ChannelState.begun(.host)
    _ = try host.receive(.open, 1, .hasBody)
    #expect(try host.receive(.fail, 1, [], "no more") == .failed(1, "no more"))
    let id = host.open(ByteBuffer(), hasBody: true).id
    #expect(host.update(id) { $0.fail(id, "sorry") } == Frame(.fail, id: id, payload: .text("sorry")))
    #expect(host.update(id) { $0.end(id) } == nil)
    let long = host.open(ByteBuffer(), hasBody: true).id
    let cut = host.update(long) { $0.fail(long, String(repeating: "é", count: Frame.maximumReason)) }
    #expect(cut?.payload.readableBytes == Frame.maximumReason)
  }

  @Test func aCancellationComesOnce() throws {
    var host = try ChannelState.begun(.host)
    _ = try host.receive(.open, 1)
    #expect(try host.receive(.cancel, 1) == .cancelled(1))
    #expect(try host.receive(.cancel, 1) == nil)
    let id = host.open(ByteBuffer(), hasBody: false).id
    #expect(host.update(id) { $0.cancel(id) } == Frame(.cancel, id: id))
    #expect(host.update(id) { $0.cancel(id) } == nil)
    #expect(host.update(1) { $0.cancel(1) } == nil)
    #expect(try host.receive(.done, id) == .done(id))
  }

  @Test func anAnswerIsSentOnce() throws {
    var host = try ChannelState.begun(.host)
    _ = try host.receive(.open, 1)
    #expect(host.answer(1, .text("a"), hasBody: false, isDone: false) == Frame(.answer, id: 1, payload: .text("a")))
    #expect(host.answer(1, .text("b"), hasBody: false, isDone: true) == nil)
    #expect(host.done(1)?.done == Frame(.done, id: 1))
    #expect(host.done(1) == nil)
    #expect(host.answer(3, .text("c"), hasBody: false, isDone: true) == nil)
  }

  @Test func anOpenStreamBreaksOffBeforeTheEnd() throws {
    var host = try ChannelState.begun(.host)
    _ = try host.receive(.open, 1)
    _ = host.answer(1, ByteBuffer(), hasBody: true, isDone: false)
    let sent = host.done(1)
    let frames = try #require(sent)
    #expect((frames.fail, frames.done) == (Frame(.fail, id: 1), Frame(.done, id: 1)))
  }

  @Test func framesAboutAnExchangeThatThisSideHasEndedAreIgnored() throws {
    var host = try ChannelState.begun(.host)
    _ = try host.receive(.open, 3, .hasBody)
    _ = host.done(3)
    #expect(try host.receivePiece(3, 10) == nil)
    #expect(try host.receive(.end, 3) == nil)
    #expect(try host.receive(.cancel, 3) == nil)
    #expect(try host.receive(.note, 3) == nil)
    #expect(try host.receive(.stop, 1) == nil)
    #expect(host.exchanges.isEmpty)
  }

  @Test func notesPassInBothDirections() throws {
    var host = try ChannelState.begun(.host)
    _ = try host.receive(.open, 1)
    #expect(try host.receive(.note, 1, [], "log") == .note(1, .text("log")))
    #expect(try host.receive(.note, 0, [], "retiring") == .note(0, .text("retiring")))
    #expect(host.note(1, .text("hint")) == Frame(.note, id: 1, payload: .text("hint")))
    #expect(host.note(0, .text("retire")) == Frame(.note, id: 0, payload: .text("retire")))
    #expect(host.note(5, .text("late")) == nil)
  }
}
