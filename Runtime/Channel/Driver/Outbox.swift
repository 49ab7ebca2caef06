import NIOCore

/// The bytes of a channel that wait to be sent, as a state machine. The driver sends them and reports how many bytes
/// the socket accepted.
struct Outbox: Sendable {
  private enum Phase {
    /// Nothing waits.
    case idle
    /// A flush is about to come.
    case scheduled
    /// A thread sends.
    case sending
    /// The socket has no room.
    case blocked
  }

  /// The result of adding a frame.
  enum Admission {
    /// The frame is sent by a flush that comes anyway.
    case waits
    /// The caller has to schedule a flush.
    case mustFlush
    /// The other side does not read: the channel has to end.
    case overflow
  }

  /// The size from which a payload is sent without a copy, by a system call of its own.
  private static let copyLimit = 16 << 10
  /// The size from which a segment takes no more frames.
  private static let segmentSize = 256 << 10
  /// The largest buffer that is kept for later segments.
  private static let keptCapacity = 64 << 10

  private let limits: ChannelLimits
  private var phase = Phase.idle
  private var segments = CircularBuffer<ByteBuffer>()
  /// The segment that small frames are added to; sent after `segments`.
  private var tail = ByteBuffer()
  /// An empty buffer for the next tail.
  private var spare = ByteBuffer()
  private var fullSince: ContinuousClock.Instant?
  /// The bytes that wait.
  private(set) var bytes = 0

  init(limits: ChannelLimits) { self.limits = limits }

  /// Whether the socket has to be watched for room.
  var isBlocked: Bool { phase == .blocked }

  /// Adds a frame.
  ///
  /// - Parameter now: read only while more bytes wait than the limit.
  mutating func add(_ frame: borrowing Frame, now: () -> ContinuousClock.Instant) -> Admission {
    let length = frame.payload.readableBytes
    bytes += Frame.headerSize + length
    frame.writeHeader(to: &tail)
    if length < Self.copyLimit {
      tail.writeImmutableBuffer(frame.payload)
      if tail.readableBytes >= Self.segmentSize { closeTail() }
    } else {
      closeTail()
      segments.append(frame.payload)
    }
    if bytes > limits.outbox, noteFull(now()) { return .overflow }
    guard phase == .idle else { return .waits }
    phase = .scheduled
    return .mustFlush
  }

  /// Notes that the queue is full; returns whether it is too full, or has been full for too long.
  private mutating func noteFull(_ now: ContinuousClock.Instant) -> Bool {
    guard let fullSince else {
      self.fullSince = now
      return bytes > limits.fullOutbox
    }
    return bytes > limits.fullOutbox || now - fullSince > limits.patience
  }

  private mutating func closeTail() {
    segments.append(tail)
    tail = spare
    spare = ByteBuffer()
  }

  /// Begins a flush.
  ///
  /// - Returns: the bytes to send first; nil if no flush is due, as while another thread sends.
  mutating func beginFlush() -> ByteBuffer? {
    guard phase == .scheduled else { return nil }
    return next()
  }

  private mutating func next() -> ByteBuffer? {
    if segments.isEmpty, tail.readableBytes > 0 { closeTail() }
    guard let segment = segments.popFirst() else {
      phase = .idle
      return nil
    }
    phase = .sending
    return segment
  }

  /// Takes back a segment after sending; its reader index shows how many bytes the socket accepted. The rest waits
  /// until the socket is writable.
  ///
  /// - Returns: the bytes to send next; nil at the end of the flush, after which another thread may begin the next one.
  mutating func sent(_ segment: consuming ByteBuffer, count: Int) -> ByteBuffer? {
    bytes -= count
    if count > 0 { fullSince = nil }
    if segment.readableBytes > 0 {
      segments.prepend(segment)
      phase = .blocked
      return nil
    }
    if spare.capacity == 0, segment.capacity <= Self.keptCapacity {
      segment.clear()
      spare = segment
    }
    return next()
  }

  /// The socket has room again; returns whether the caller has to flush.
  mutating func becameWritable() -> Bool {
    guard phase == .blocked else { return false }
    phase = .scheduled
    return true
  }

  /// Drops everything: nothing is sent any more.
  mutating func end() {
    segments = []
    (tail, spare) = (ByteBuffer(), ByteBuffer())
    bytes = 0
    phase = .idle
  }
}
