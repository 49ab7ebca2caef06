import Glibc
import Loop
package import NIOCore
import Synchronization

/// A connection between a host and a worker that carries many exchanges at once. It may be called from any thread.
///
/// `@unchecked`: `decoder`, `isOpen` and `isCrowded` are used as the loop's own work only, which debug builds check.
package final class WorkerChannel: @unchecked Sendable {
  let loop: Reactor
  let role: ChannelRole
  /// The number of its descriptor on the loop.
  let number: UInt64
  let descriptor: CInt
  let limits: ChannelLimits
  let handler: any WorkerChannelHandler
  let core: Mutex<ChannelCore>
  /// The bytes of the other side's exchanges that nothing has taken yet.
  let held = Atomic(0)
  var decoder = FrameDecoder()
  /// Whether the loop reads the descriptor.
  var isOpen = true
  /// Whether the last read had many short frames.
  var isCrowded = false
  private let whenClosed: @Sendable () -> Void

  /// - Parameter whenClosed: called as the loop's own work when the descriptor is given up.
  init(
    _ descriptor: CInt, as number: UInt64, on loop: Reactor, role: ChannelRole, limits: ChannelLimits,
    handler: any WorkerChannelHandler, whenClosed: @escaping @Sendable () -> Void
  ) {
    self.descriptor = descriptor
    self.number = number
    self.loop = loop
    self.role = role
    self.limits = limits
    self.handler = handler
    self.whenClosed = whenClosed
    core = Mutex(ChannelCore(role: role, limits: limits))
  }

  /// Watches the descriptor, and sends this side's first frame.
  func begin(_ hello: ByteBuffer) {
    guard hello.readableBytes <= Frame.maximumPayload else { return end(.failed(EMSGSIZE)) }
    // Before the descriptor is watched: the other side's first frame can make this side send others at once.
    let admission = core.withLock { $0.outbox.add(Frame(.hello, id: 0, payload: hello)) { .now } }
    let flags = fcntl(descriptor, F_GETFL)
    guard flags >= 0, fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0,
      loop.add(descriptor, as: number, for: .input)
    else { return end(.failed(errno)) }
    settle(admission)
  }

  /// Opens an exchange. A payload above ``Frame/maximumPayload`` is not sent, and the exchange's answer throws.
  ///
  /// - Parameters:
  ///   - hasBody: whether a stream follows, which has to be ended.
  ///   - beforeSending: called with the exchange, whose id is 0 if it is not sent, before any byte of it can leave. It
  ///     must not use the channel.
  package func open(
    _ payload: ByteBuffer, hasBody: Bool = false, beforeSending: (_ exchange: OutgoingExchange) -> Void = { _ in }
  ) throws(ChannelClosed) -> OutgoingExchange {
    guard payload.readableBytes <= Frame.maximumPayload else {
      let refused = ExchangeCore(id: 0, on: self)
      refused.end(PayloadTooLong(length: payload.readableBytes))
      let exchange = OutgoingExchange(refused)
      beforeSending(exchange)
      return exchange
    }
    let opened = core.withLock { core -> (OutgoingExchange, Outbox.Admission)? in
      guard core.end == nil else { return nil }
      let frame = core.state.open(payload, hasBody: hasBody)
      let kept = ExchangeCore(id: frame.id, on: self)
      core.exchanges[frame.id] = kept
      let exchange = OutgoingExchange(kept)
      beforeSending(exchange)
      return (exchange, core.outbox.add(frame) { .now })
    }
    guard let (exchange, admission) = opened else { throw ChannelClosed() }
    settle(admission)
    return exchange
  }

  /// Sends a note about an exchange or, with id 0, about the worker. It is dropped when the exchange or the channel is
  /// over, or when the payload is above ``Frame/maximumPayload``.
  package func note(_ payload: ByteBuffer, of id: UInt64 = 0) {
    guard payload.readableBytes <= Frame.maximumPayload else { return }
    send { $0.note(id, payload) }
  }

  /// Closes the channel at once. What is not sent yet is dropped.
  package func close() { end(.local) }

  /// The number of open exchanges that this side has opened.
  package var openCount: Int { core.withLock { $0.state.ownCount } }

  /// Whether the channel has ended. What was received before may still be on its way to the handler.
  var isEnded: Bool { core.withLock { $0.end != nil } }

  /// The bytes that wait to be sent.
  package var unsentBytes: Int { core.withLock { $0.outbox.bytes } }

  // MARK: The end

  /// Ends the channel, once: nothing is sent any more, and the loop closes the descriptor.
  func end(_ reason: ChannelEnd) {
    let isFirst = core.withLock { core in
      guard core.end == nil else { return false }
      core.end = reason
      core.outbox.end()
      return true
    }
    if isFirst { loop.run { [self] in leave(reason) } }
  }

  private func leave(_ reason: ChannelEnd) {
    loop.assertIsCurrent()
    guard isOpen else { return }
    isOpen = false
    decoder = FrameDecoder()
    loop.remove(descriptor)
    let (exchanges, isFree) = core.withLock { core in
      defer { core.exchanges = [:] }
      core.descriptor.isLeft = true
      return (core.exchanges, !core.descriptor.isSending)
    }
    if isFree { Glibc.close(descriptor) }
    whenClosed()
    for exchange in exchanges.values { exchange.end(ChannelClosed()) }
    handler.closed(self, reason)
  }
}
