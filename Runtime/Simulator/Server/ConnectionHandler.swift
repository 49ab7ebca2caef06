import Logging
import NIOCore
import NIOHPACK
import NIOHTTP2
import NIOTLS

/// One connection: frames in, the simulation's replies out, faults included.
///
/// It works on frames, not on a channel per stream: only so can it break every rule of the protocol, and keep up.
final class ConnectionHandler: ChannelInboundHandler {
  typealias InboundIn = HTTP2Frame
  typealias OutboundOut = HTTP2Frame

  private enum Phase {
    case open
    /// GOAWAY is out: what is in hand is finished, later streams are not looked at.
    case draining(last: HTTP2StreamID)
    /// A fault ended it: whatever comes is thrown away.
    case over
  }

  /// More than any valid request, and less than a stream's window, which is never widened.
  private static let bodyLimit = 60_000

  private let simulation: SharedSimulation
  private let inspector: Inspector
  private let logger: Logger
  private let beginning: Fault?
  private var connection: Simulation.Connection
  private var phase = Phase.open
  /// Requests that have not come whole.
  private var arriving: [HTTP2StreamID: PushRequest] = [:]
  /// Answers that come later.
  private var delayed: [HTTP2StreamID: Scheduled<Void>] = [:]
  private var newest = HTTP2StreamID.rootStream
  private var window = ReceiveWindow()
  private var context: ChannelHandlerContext?

  init(
    _ connection: Simulation.Connection, beginning: Fault?, simulation: SharedSimulation, inspector: Inspector,
    logger: Logger
  ) {
    self.connection = connection
    self.beginning = beginning
    self.simulation = simulation
    self.inspector = inspector
    self.logger = logger
  }

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }

  func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

  func channelActive(context: ChannelHandlerContext) {
    send(.windowUpdate(windowSizeIncrement: window.opening), on: .rootStream)
    context.flush()
    context.fireChannelActive()
  }

  /// A bad beginning comes inside TLS.
  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case .handshakeCompleted = event as? TLSUserEvent, let beginning { breakOff(beginning, at: .rootStream) }
    context.fireUserInboundEventTriggered(event)
  }

  func channelInactive(context: ChannelHandlerContext) {
    phase = .over
    arriving.removeAll()
    for answer in delayed.values { answer.cancel() }
    delayed.removeAll()
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    logger.debug("Connection error", metadata: ["connection": "\(connection.number)", "error": "\(error)"])
    // The faults of one stream have been answered with RST_STREAM; after a fault of ours the client's complaints are its right.
    guard !(error is NIOHTTP2Errors.StreamError), !isOver else { return }
    context.close(promise: nil)
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    context.flush()
    context.fireChannelReadComplete()
  }

  // MARK: Frames in

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = unwrapInboundIn(data)
    switch phase {
    case .open: break
    case .draining(let last): guard frame.streamID <= last else { return }
    case .over: return
    }
    switch frame.payload {
    case .headers(let headers): take(headers, on: frame.streamID)
    case .data(let data): take(data, on: frame.streamID)
    case .rstStream: abandon(frame.streamID)
    default: break
    }
  }

  private func take(_ headers: HTTP2Frame.FramePayload.Headers, on stream: HTTP2StreamID) {
    newest = max(newest, stream)
    // A second block on a stream is trailers, which say nothing to us.
    let request = arriving.removeValue(forKey: stream) ?? PushRequest(headers.headers)
    if headers.endStream { handle(request, on: stream) } else { arriving[stream] = request }
  }

  private func take(_ data: HTTP2Frame.FramePayload.Data, on stream: HTTP2StreamID) {
    if let increment = window.received(data.data.readableBytes + (data.paddingBytes ?? 0)) {
      send(.windowUpdate(windowSizeIncrement: increment), on: .rootStream)
    }
    guard var request = arriving.removeValue(forKey: stream) else { return }
    if case .byteBuffer(let buffer) = data.data { request.body.append(contentsOf: buffer.readableBytesView) }
    if data.endStream {
      handle(request, on: stream)
    } else if request.body.count > Self.bodyLimit {
      handle(request, on: stream)
      // NIO would drop what waits for a flush.
      context?.flush()
      if !isOver { send(.rstStream(.noError), on: stream) }
    } else {
      arriving[stream] = request
    }
  }

  private func abandon(_ stream: HTTP2StreamID) {
    arriving[stream] = nil
    delayed.removeValue(forKey: stream)?.cancel()
    closeIfDrained()
  }

  // MARK: Requests

  private func handle(_ request: PushRequest, on stream: HTTP2StreamID) {
    if Inspector.isMine(request.path) {
      answer(inspector.answer(method: request.method, target: request.path, body: request.body), on: stream)
      return closeIfDrained()
    }
    let reply = simulation.take(request, on: &connection)
    if let streams = reply.maxConcurrentStreams { limitStreams(to: streams) }
    switch reply.fault {
    case .slow(let milliseconds): if let late = reply.answer { delay(late, milliseconds: milliseconds, on: stream) }
    case .goAway(.none):
      goAway(after: newest)
      if let now = reply.answer { answer(now, on: stream) }
    case .some(let fault) where !fault.serves && reply.answer == nil: breakOff(fault, at: stream)
    default: if let now = reply.answer { answer(now, on: stream) }
    }
    closeIfDrained()
  }

  private func answer(_ answer: Answer, on stream: HTTP2StreamID) {
    guard let body = answer.body, let context else {
      return send(.headers(.init(headers: answer.headers, endStream: true)), on: stream)
    }
    send(.headers(.init(headers: answer.headers)), on: stream)
    send(.data(.init(data: .byteBuffer(context.channel.allocator.buffer(string: body)), endStream: true)), on: stream)
  }

  private func delay(_ late: Answer, milliseconds: Int, on stream: HTTP2StreamID) {
    guard let context else { return }
    let loop = context.eventLoop.assumeIsolated()
    delayed[stream] = loop.scheduleTask(in: .milliseconds(Int64(milliseconds))) { [self] in
      delayed[stream] = nil
      guard !isOver else { return }
      answer(late, on: stream)
      self.context?.flush()
      closeIfDrained()
    }
  }

  // MARK: Faults

  private func breakOff(_ fault: Fault, at stream: HTTP2StreamID) {
    guard let context else { return }
    switch fault {
    case .reset(let code): send(.rstStream(code == .refusedStream ? .refusedStream : .internalError), on: stream)
    case .goAway: goAway(after: stream == .rootStream ? .rootStream : HTTP2StreamID(max(0, Int(stream) - 2)))
    case .close:
      context.flush()
      end()
      context.close(mode: .output, promise: nil)
    case .disconnect:
      end()
      RawConnection.reset(context.channel)
    case .garbage:
      context.flush()
      end()
      RawConnection.writeGarbage(on: context.channel)
    case .answer, .slow, .silence, .settings: break
    }
    closeIfDrained()
  }

  private func end() {
    phase = .over
    arriving.removeAll()
    for answer in delayed.values { answer.cancel() }
    delayed.removeAll()
  }

  private func goAway(after last: HTTP2StreamID) {
    guard let context else { return }
    context.flush()
    RawConnection.writeGoAway(last: last, on: context.channel)
    phase = .draining(last: last)
    arriving = arriving.filter { $0.key <= last }
    for (stream, answer) in delayed where stream > last { answer.cancel() }
    delayed = delayed.filter { $0.key <= last }
  }

  /// After GOAWAY and the last answer the connection ends as a polite server ends it.
  private func closeIfDrained() {
    guard case .draining = phase, arriving.isEmpty, delayed.isEmpty, let context else { return }
    context.flush()
    end()
    context.close(mode: .output, promise: nil)
  }

  private var isOver: Bool { if case .over = phase { true } else { false } }

  // MARK: Frames out

  private func limitStreams(to streams: Int) {
    send(.settings(.settings([HTTP2Setting(parameter: .maxConcurrentStreams, value: streams)])), on: .rootStream)
  }

  private func send(_ payload: HTTP2Frame.FramePayload, on stream: HTTP2StreamID) {
    context?.write(wrapOutboundOut(HTTP2Frame(streamID: stream, payload: payload)), promise: nil)
  }
}
