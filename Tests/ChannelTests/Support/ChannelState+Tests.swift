import NIOCore

@testable import Channel

extension ChannelState {
  /// A side that has received the other side's first frame.
  static func begun(_ role: ChannelRole, exchanges: Int = 4) throws(ChannelViolation) -> ChannelState {
    var state = ChannelState(role: role, limits: ChannelLimits(exchanges: exchanges))
    _ = try state.receive(Frame(.hello, id: 0))
    return state
  }

  /// Takes a frame with a text as its payload.
  mutating func receive(
    _ kind: FrameKind, _ id: UInt64, _ flags: FrameFlags = [], _ text: String = ""
  ) throws(ChannelViolation) -> FrameEvent? {
    try receive(Frame(kind, id: id, flags: flags, payload: ByteBuffer(string: text)))
  }

  /// Takes credit.
  mutating func receiveCredit(_ id: UInt64, _ count: UInt32) throws(ChannelViolation) -> FrameEvent? {
    try receive(Frame(.credit, id: id, payload: ByteBuffer(integer: count, endianness: .little)))
  }

  /// Takes a piece of so many bytes.
  mutating func receivePiece(_ id: UInt64, _ count: Int) throws(ChannelViolation) -> FrameEvent? {
    try receive(Frame(.piece, id: id, payload: ByteBuffer(repeating: 1, count: count)))
  }

  /// Sends so many bytes; returns how many were sent before the credit or the stream was at its end.
  mutating func send(_ id: UInt64, _ count: Int) -> Int {
    var piece = ByteBuffer(repeating: 1, count: count)
    var sent = 0
    while piece.readableBytes > 0, case .frame(let frame)? = update(id, { $0.send(&piece, of: id) }) {
      sent += frame.payload.readableBytes
    }
    return sent
  }
}

extension ByteBuffer {
  static func text(_ text: String) -> ByteBuffer { ByteBuffer(string: text) }
}
