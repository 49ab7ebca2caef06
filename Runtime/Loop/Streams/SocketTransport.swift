import Glibc

/// A connected socket without TLS.
package final class SocketTransport: ByteTransport {
  package let descriptor: CInt

  /// Takes a connected socket that does not block, and owns it.
  package init(_ descriptor: CInt) { self.descriptor = descriptor }

  package func receive(into buffer: UnsafeMutableRawBufferPointer) -> ByteReceipt {
    while true {
      let count = unsafe recv(descriptor, buffer.baseAddress, buffer.count, 0)
      if count > 0 { return .bytes(count) }
      if count == 0 { return .end }
      if errno == EAGAIN { return .nothing }
      if errno != EINTR { return .broken }
    }
  }

  package func send(_ bytes: UnsafeRawBufferPointer) -> Int? {
    while true {
      let count = unsafe Glibc.send(descriptor, bytes.baseAddress, bytes.count, CInt(MSG_NOSIGNAL))
      if count >= 0 { return count }
      if errno == EAGAIN { return 0 }
      if errno != EINTR { return nil }
    }
  }

  package func endOutput() { shutdown(descriptor, CInt(SHUT_WR)) }

  package func close() { Glibc.close(descriptor) }
}
