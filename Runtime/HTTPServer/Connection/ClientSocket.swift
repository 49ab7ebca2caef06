import Glibc
import Loop
import NIOCore

/// A client's socket on its loop: it never blocks, and keeps what does not fit.
final class ClientSocket {
  /// What came of reading.
  enum Reading {
    case bytes(Int)
    case nothing
    /// The client sends nothing more.
    case end
    case gone
  }

  private struct Unsent {
    var bytes: ByteBuffer
    let whenOut: (@Sendable (_ isOut: Bool) -> Void)?
  }

  private static let reading: Reactor.Events = [.input, .endOfInput]

  /// How much may wait before whoever writes a body is held back.
  private static let room = 64 << 10

  let number: UInt64
  private let descriptor: CInt
  private let loop: Reactor
  private var unsent = CircularBuffer<Unsent>()
  private var unsentBytes = 0
  private var watched = reading
  /// Whether the end of the client's output is watched for while input is not.
  private var noticesEnd = true
  private(set) var isOpen: Bool

  /// Takes a connected socket that does not block.
  init(_ descriptor: CInt, as number: UInt64, on loop: Reactor) {
    self.descriptor = descriptor
    self.number = number
    self.loop = loop
    isOpen = loop.add(descriptor, as: number, for: watched)
    if !isOpen { Glibc.close(descriptor) }
  }

  /// Whether there is room for more of a body.
  var isWritable: Bool { unsentBytes < Self.room }

  /// Whether what the client sends is wanted; its leaving is noticed in any case.
  func watch(input: Bool) {
    var wanted: Reactor.Events = input ? Self.reading : noticesEnd ? .endOfInput : []
    if !unsent.isEmpty { wanted.insert(.output) }
    guard isOpen, wanted != watched else { return }
    watched = wanted
    loop.change(descriptor, as: number, to: wanted)
  }

  var wantsInput: Bool { watched.contains(.input) }

  /// Notices the end of the client's output no more until input is watched again; that the connection breaks is noticed.
  func ignoreEndOfInput() {
    noticesEnd = false
    watch(input: wantsInput)
  }

  /// Watches neither input nor its end any more.
  func ignoreInput() {
    noticesEnd = false
    watch(input: false)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> Reading {
    loop.assertIsCurrent()
    let count = unsafe recv(descriptor, buffer.baseAddress, buffer.count, 0)
    if count > 0 { return .bytes(count) }
    if count == 0 { return .end }
    return errno == EAGAIN || errno == EINTR ? .nothing : .gone
  }

  /// Whether bytes of the client wait to be read.
  var hasInput: Bool {
    var byte: UInt8 = 0
    return unsafe recv(descriptor, &byte, 1, CInt(MSG_PEEK | MSG_DONTWAIT)) > 0
  }

  /// How much of some bytes went out.
  enum Sending {
    case all
    /// These are left, or others wait before them.
    case some(ByteBuffer)
    /// The client is gone.
    case gone
  }

  /// Sends what there is room for now, if nothing waits; the rest is for ``write(_:whenOut:)``.
  func sendAtOnce(_ bytes: UnsafeRawBufferPointer) -> Sending {
    loop.assertIsCurrent()
    // An empty write must still wait for the bytes queued before it.
    guard unsent.isEmpty else { return .some(unsafe ByteBuffer(bytes: bytes)) }
    var sent = 0
    while sent < bytes.count {
      let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[sent...])
      guard let count = unsafe send(rest) else { return .gone }
      guard count > 0 else { return .some(unsafe ByteBuffer(bytes: rest)) }
      sent += count
    }
    return .all
  }

  /// Hands bytes to the system.
  ///
  /// - Returns: how many it took: 0 if there is no room; nil if the client is gone.
  private func send(_ bytes: UnsafeRawBufferPointer) -> Int? {
    while true {
      let count = unsafe Glibc.send(descriptor, bytes.baseAddress, bytes.count, CInt(MSG_NOSIGNAL))
      if count >= 0 { return count }
      if errno == EAGAIN { return 0 }
      if errno != EINTR { return nil }
    }
  }

  /// Sends bytes after whatever waits.
  ///
  /// - Parameter whenOut: told on the loop when the system has taken them; not when the socket was closed before.
  /// - Returns: false if the client is gone.
  func write(_ bytes: ByteBuffer, whenOut: (@Sendable (Bool) -> Void)? = nil) -> Bool {
    loop.assertIsCurrent()
    unsent.append(Unsent(bytes: bytes, whenOut: whenOut))
    unsentBytes += bytes.readableBytes
    return unsent.count > 1 || flush()
  }

  /// Sends what waits, as far as there is room.
  ///
  /// - Returns: false if the client is gone.
  func flush() -> Bool {
    loop.assertIsCurrent()
    while var next = unsent.first {
      while next.bytes.readableBytes > 0 {
        guard let count = unsafe next.bytes.withUnsafeReadableBytes({ unsafe send($0) }) else { return false }
        guard count > 0 else { break }
        unsentBytes -= count
        next.bytes.moveReaderIndex(forwardBy: count)
      }
      guard next.bytes.readableBytes == 0 else {
        unsent[unsent.startIndex] = next
        break
      }
      unsent.removeFirst()
      next.whenOut?(true)
    }
    if watched.contains(.output) == unsent.isEmpty { watch(input: wantsInput) }
    return true
  }

  /// Sends nothing more; what the client sends is still taken.
  func endOutput() { shutdown(descriptor, CInt(SHUT_WR)) }

  /// Gives the descriptor away, if nothing waits to be sent.
  func release() -> CInt? {
    guard isOpen, unsent.isEmpty else { return nil }
    isOpen = false
    loop.remove(descriptor)
    return descriptor
  }

  /// Closes it; whoever waits for bytes to go out learns that they have not.
  func close() {
    loop.assertIsCurrent()
    guard isOpen else { return }
    isOpen = false
    loop.remove(descriptor)
    Glibc.close(descriptor)
    let waiting = unsent
    unsent = []
    for one in waiting { one.whenOut?(false) }
  }
}
