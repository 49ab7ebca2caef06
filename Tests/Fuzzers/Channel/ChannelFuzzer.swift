import NIOCore

@testable import Channel

/// libFuzzer's entry: a worker that sends any bytes. The host's decoder and state must take them or find a violation,
/// in pieces as a whole, and hold no more than the channel's limits.
///
/// The first byte says how long the pieces are, the second what the host does of its own between the frames.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzChannel(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard count > 2 else { return 0 }
  let bytes = unsafe [UInt8](UnsafeBufferPointer(start: data, count: count))
  let stream = Array(bytes.dropFirst(2))
  var whole = FuzzedHost(acting: bytes[1])
  whole.receive(stream, pieces: stream.count)
  for length in [1, Int(bytes[0]) % 97 + 2] {
    var cut = FuzzedHost(acting: bytes[1])
    cut.receive(stream, pieces: length)
    precondition(
      whole.events == cut.events && whole.violation == cut.violation,
      "in pieces of \(length): \(cut.events) \(String(describing: cut.violation)), whole: \(whole.events)")
  }
  return 0
}

/// A host whose state takes the frames of a worker, and acts on what they say.
struct FuzzedHost {
  private static let limits = ChannelLimits(exchanges: 8)

  private var decoder = FrameDecoder()
  private var state = ChannelState(role: .host, limits: limits)
  private let acting: UInt8
  /// The streams of the worker, by what this side sees of them.
  private var credits: [UInt64: Int] = [:]
  var events: [FrameEvent] = []
  var violation: ChannelViolation?

  init(acting: UInt8) {
    self.acting = acting
    // Exchanges of the host, so that the worker has something to answer: one with a stream, one that is cancelled.
    let streaming = state.open(ByteBuffer(), hasBody: true).id
    var piece = ByteBuffer(repeating: 0, count: 1000)
    _ = state.update(streaming) { $0.send(&piece, of: streaming) }
    let cancelled = state.open(ByteBuffer(), hasBody: false).id
    _ = state.update(cancelled) { $0.cancel(cancelled) }
  }

  mutating func receive(_ stream: [UInt8], pieces length: Int) {
    do throws(ChannelViolation) {
      var rest = stream[...]
      while !rest.isEmpty {
        let piece = Array(rest.prefix(length))
        rest = rest.dropFirst(length)
        var position = 0
        while let frame = try decoder.next(unsafe piece.span.bytes, &position) { try receive(frame) }
        precondition(position == piece.count, "bytes are left")
        precondition(decoder.heldBytes <= Frame.headerSize + Frame.maximumPayload, "holds more than a frame")
      }
    } catch {
      violation = error
    }
  }

  private mutating func receive(_ frame: Frame) throws(ChannelViolation) {
    let event = try state.receive(frame)
    precondition(state.otherCount <= Self.limits.exchanges, "more exchanges than allowed")
    precondition(state.exchanges.count == state.otherCount + state.ownCount, "counts exchanges wrongly")
    if case .hello = event { precondition(events.isEmpty, "a second hello") }
    guard let event else { return }
    precondition(!events.isEmpty || frame.kind == .hello, "an event before the hello")
    events.append(event)
    account(event)
    read(event)
    act(on: event)
  }

  /// Reads the payload as the host does: it is a message or a fault, whatever its bytes are.
  private func read(_ event: FrameEvent) {
    switch event {
    case .hello(let payload): _ = try? Manifest(hello: payload)
    case .opened(_, let payload, _): _ = try? OperationMessage(payload: payload)
    case .answered(_, let payload, _, _): _ = try? CallAnswer(payload: payload)
    case .note(_, let payload):
      _ = try? CallNote(payload: payload)
      _ = try? WorkerNote(payload: payload)
      _ = try? BackgroundNote(payload: payload)
      _ = try? TransactionNote(payload: payload)
    default: break
    }
  }

  /// Counts the bytes of the worker's streams beside the state: they stay within the credit.
  private mutating func account(_ event: FrameEvent) {
    switch event {
    case .opened(let id, _, hasBody: true), .answered(let id, _, hasBody: true, _): credits[id] = Frame.initialCredit
    case .piece(let id, let piece):
      guard let credit = credits[id] else { preconditionFailure("a piece without a stream") }
      precondition(piece.readableBytes <= credit, "a piece above the credit")
      credits[id] = credit - piece.readableBytes
    case .ended(let id), .failed(let id, _):
      precondition(credits.removeValue(forKey: id) != nil, "the end of no stream")
    case .done(let id), .answered(let id, _, _, isDone: true):
      precondition(credits[id] == nil, "an end before that of the stream")
      precondition(state.exchanges[id] == nil, "an exchange after its end")
    default: break
    }
  }

  /// Answers, reads, stops or ends as the fuzzer chooses.
  private mutating func act(on event: FrameEvent) {
    switch event {
    case .opened(let id, _, _):
      if acting & 1 != 0 { _ = state.answer(id, ByteBuffer(), hasBody: acting & 2 != 0, isDone: acting & 4 != 0) }
    case .piece(let id, let piece):
      if acting & 8 != 0, let credit = state.update(id, { $0.consumed(piece.readableBytes, of: id) }) {
        credits[id, default: 0] += Int(credit.payload.getInteger(at: 0, endianness: .little, as: UInt32.self) ?? 0)
      }
      if acting & 16 != 0, state.update(id, { $0.stop(id) }) != nil { credits[id] = nil }
    case .ended(let id), .cancelled(let id): if acting & 32 != 0 { end(id) }
    case .note(let id, _): if acting & 64 != 0 { end(id) }
    default: break
    }
  }

  private mutating func end(_ id: UInt64) {
    _ = state.done(id)
    if state.exchanges[id] == nil { credits[id] = nil }
  }
}
