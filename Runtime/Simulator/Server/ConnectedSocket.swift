import Glibc
import Loop

/// A connected non-blocking TCP socket with a buffer for unsent bytes.
final class ConnectedSocket {
  /// The result of a read.
  enum Reading {
    case bytes(Int)
    case nothing
    /// The peer closed its side, or the connection is broken.
    case end
  }

  /// The number of unsent bytes from which reading stops, so that a client that does not read its answers cannot fill
  /// the memory.
  private static let unsentLimit = 1 << 20

  private let descriptor: CInt
  private let number: UInt64
  private let loop: Reactor
  private var unsent: [UInt8] = []
  private var sent = 0
  private var watched: DescriptorEvents = .input
  private var endsOutput = false
  private(set) var isOpen: Bool

  /// Takes ownership of a connected non-blocking socket.
  init(_ descriptor: CInt, as number: UInt64, on loop: Reactor) {
    self.descriptor = descriptor
    self.number = number
    self.loop = loop
    var one: CInt = 1
    _ = unsafe setsockopt(descriptor, CInt(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<CInt>.size))
    isOpen = loop.add(descriptor, as: number, for: watched)
    if !isOpen { Glibc.close(descriptor) }
  }

  deinit { close() }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> Reading {
    guard isOpen else { return .end }
    let count = unsafe recv(descriptor, buffer.baseAddress, buffer.count, 0)
    if count > 0 { return .bytes(count) }
    return count < 0 && (errno == EAGAIN || errno == EINTR) ? .nothing : .end
  }

  func write(_ bytes: [UInt8]) {
    guard isOpen, !bytes.isEmpty else { return }
    unsent += bytes
    flush()
  }

  /// Sends buffered bytes, as far as the kernel has room. A broken connection is detected by reading.
  func flush() {
    guard isOpen else { return }
    while sent < unsent.count {
      let count = unsafe unsent[sent...].withUnsafeBytes { bytes in
        unsafe send(descriptor, bytes.baseAddress, bytes.count, CInt(MSG_NOSIGNAL))
      }
      if count >= 0 {
        sent += count
      } else if errno == EAGAIN {
        break
      } else if errno != EINTR {
        sent = unsent.count
      }
    }
    if sent == unsent.count {
      (unsent, sent) = ([], 0)
      if endsOutput { shutdown(descriptor, CInt(SHUT_WR)) }
    }
    watch()
  }

  private func watch() {
    var wanted: DescriptorEvents = unsent.isEmpty ? [] : .output
    if unsent.count - sent < Self.unsentLimit { wanted.insert(.input) }
    guard wanted != watched else { return }
    watched = wanted
    loop.change(descriptor, as: number, to: wanted)
  }

  /// Whether reading is stopped until the peer has read the buffered bytes.
  var isFull: Bool { !watched.contains(.input) }

  /// Sends a FIN after the buffered bytes. Reading continues.
  func endOutput() {
    endsOutput = true
    flush()
  }

  /// Ends the connection with a TCP reset instead of a FIN (SO_LINGER with zero seconds).
  func reset() {
    guard isOpen else { return }
    var lingering = linger(l_onoff: 1, l_linger: 0)
    _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &lingering, socklen_t(MemoryLayout<linger>.size))
    close()
  }

  func close() {
    guard isOpen else { return }
    isOpen = false
    loop.remove(descriptor)
    Glibc.close(descriptor)
  }
}
