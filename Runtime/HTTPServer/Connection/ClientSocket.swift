import Glibc
import Loop
import NIOCore

/// A client's non-blocking socket on its loop. It queues output that the system does not take at once.
final class ClientSocket {
  /// The input that an event announced.
  enum Input {
    /// This number of bytes was received.
    case bytes(Int)
    case nothing
    /// The client has ended its output, and all of it is received.
    case end
    /// The client has ended its output. Some of it may not be received, since input is not watched for.
    case endAhead
    /// The connection is broken.
    case gone
  }

  /// The result of sending.
  enum Sending {
    case all
    /// These bytes are not sent, since the socket is full or others are queued before them.
    case some(ByteBuffer)
    /// The connection is broken.
    case gone
  }

  private struct Unsent {
    var bytes: ByteBuffer
    let whenOut: (@Sendable (_ isOut: Bool) -> Void)?
  }

  /// The number of queued bytes from which the writer of a body has to wait.
  private static let room = 64 << 10
  /// The events of each interest. A literal would make a set from an array for each request, which was 3 % of a call's
  /// CPU.
  private static let (bytesAndEnd, onlyEnd, none) = (
    DescriptorEvents([.input, .endOfInput]), DescriptorEvents.endOfInput, DescriptorEvents()
  )

  let number: UInt64
  private let descriptor: CInt
  private let loop: Reactor
  // Most responses are sent at once. The default capacity of 16 elements takes 0.7 kB of each open connection.
  private var unsent = CircularBuffer<Unsent>(initialCapacity: 1)
  private var unsentBytes = 0
  /// Called when there is room again.
  private var writers: [@Sendable (_ hasRoom: Bool) -> Void] = []
  private var interest = InputInterest.bytes
  private var watched = ClientSocket.bytesAndEnd
  private(set) var isOpen: Bool

  /// Takes a connected socket that does not block.
  init(_ descriptor: CInt, as number: UInt64, on loop: Reactor) {
    self.descriptor = descriptor
    self.number = number
    self.loop = loop
    isOpen = loop.add(descriptor, as: number, for: watched)
    if !isOpen { Glibc.close(descriptor) }
  }

  /// Watches for input or its end, and for room if output is queued. A broken connection is always reported.
  func watch(_ interest: InputInterest) {
    loop.assertIsCurrent()
    self.interest = interest
    var wanted: DescriptorEvents =
      switch interest {
      case .bytes: Self.bytesAndEnd
      case .end: Self.onlyEnd
      case .nothing: Self.none
      }
    if !unsent.isEmpty { wanted.insert(.output) }
    guard isOpen, wanted != watched else { return }
    watched = wanted
    loop.change(descriptor, as: number, to: wanted)
  }

  /// Handles events: sends queued output, and receives input if it is watched for.
  func handle(_ events: DescriptorEvents, _ buffer: UnsafeMutableRawBufferPointer) -> Input {
    loop.assertIsCurrent()
    if events.contains(.output), !flush() { return .gone }
    // Both directions are closed, or the client has reset the connection.
    let isBroken = !events.isDisjoint(with: .broken)
    guard watched.contains(.input) else {
      return isBroken ? .gone : events.contains(.endOfInput) ? .endAhead : .nothing
    }
    // A callback of the flush may have closed the socket.
    guard isOpen, isBroken || !events.isDisjoint(with: [.input, .endOfInput]) else { return .nothing }
    switch unsafe read(into: buffer) {
    case .nothing where isBroken, .end where isBroken: return .gone
    case let input: return input
    }
  }

  private func read(into buffer: UnsafeMutableRawBufferPointer) -> Input {
    let count = unsafe recv(descriptor, buffer.baseAddress, buffer.count, 0)
    if count > 0 { return .bytes(count) }
    if count == 0 { return .end }
    return errno == EAGAIN || errno == EINTR ? .nothing : .gone
  }

  /// Whether received bytes are ready to be read.
  var hasInput: Bool {
    var byte: UInt8 = 0
    return unsafe recv(descriptor, &byte, 1, CInt(MSG_PEEK | MSG_DONTWAIT)) > 0
  }

  func sendAtOnce(_ response: consuming ResponseBytes) -> Sending {
    unsafe response.withBytes { unsafe sendAtOnce($0) }
  }

  func sendAtOnce(_ bytes: ByteBuffer) -> Sending {
    unsafe bytes.withUnsafeReadableBytes { unsafe sendAtOnce($0) }
  }

  /// Sends as many bytes as the socket takes now, unless others wait. The caller passes the rest to
  /// ``write(_:whenOut:)``.
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

  /// Passes bytes to the system; returns how many it took: 0 if there is no room, nil if the connection is broken.
  private func send(_ bytes: UnsafeRawBufferPointer) -> Int? {
    while isOpen {
      let count = unsafe Glibc.send(descriptor, bytes.baseAddress, bytes.count, CInt(MSG_NOSIGNAL))
      if count >= 0 { return count }
      if errno == EAGAIN { return 0 }
      if errno != EINTR { return nil }
    }
    return nil
  }

  /// Sends bytes after the queued ones.
  ///
  /// - Parameter whenOut: called on the loop with true when the system has taken them, or with false if the socket is
  ///   closed before.
  /// - Returns: false if the connection is broken.
  func write(_ bytes: ByteBuffer, whenOut: (@Sendable (Bool) -> Void)? = nil) -> Bool {
    loop.assertIsCurrent()
    unsent.append(Unsent(bytes: bytes, whenOut: whenOut))
    unsentBytes += bytes.readableBytes
    return unsent.count > 1 || flush()
  }

  /// Calls back when there is room for more of a body, at once or after a ``flush()``; with false if the socket is
  /// closed.
  func whenWritable(_ ready: @escaping @Sendable (_ hasRoom: Bool) -> Void) {
    loop.assertIsCurrent()
    guard isOpen, !isWritable else { return ready(isOpen) }
    writers.append(ready)
  }

  /// Whether the system has taken all queued bytes.
  var isDrained: Bool { unsent.isEmpty }

  /// Whether there is room for more of a body.
  var isWritable: Bool { unsentBytes < Self.room }

  /// Sends queued bytes, as far as there is room; false if the connection is broken.
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
    if watched.contains(.output) == unsent.isEmpty { watch(interest) }
    if isWritable { tellWriters(hasRoom: true) }
    return true
  }

  private func tellWriters(hasRoom: Bool) {
    let waiting = writers
    writers = []
    for writer in waiting { writer(hasRoom) }
  }

  /// Closes the output direction. Input is still received.
  func endOutput() { shutdown(descriptor, CInt(SHUT_WR)) }

  /// Gives up the descriptor, if no output is queued.
  func release() -> CInt? {
    guard isOpen, unsent.isEmpty else { return nil }
    isOpen = false
    loop.remove(descriptor)
    return descriptor
  }

  /// Closes the socket, and calls all waiting callbacks with false.
  func close() {
    loop.assertIsCurrent()
    guard isOpen else { return }
    isOpen = false
    loop.remove(descriptor)
    Glibc.close(descriptor)
    let waiting = unsent
    unsent = []
    for one in waiting { one.whenOut?(false) }
    tellWriters(hasRoom: false)
  }
}
