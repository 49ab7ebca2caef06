import CCurl
import Glibc
import Loop

/// A TLS connection of libcurl's. The handle stays in its multi handle: libcurl closes the connection with the removal.
@safe final class TLSTransport: ByteTransport {
  let descriptor: CInt
  private let easy: EasyHandle
  private let multi: MultiHandle

  /// Takes a handle whose connection was made with `CURLOPT_CONNECT_ONLY`.
  init(_ easy: EasyHandle, on descriptor: CInt, of multi: MultiHandle) {
    self.easy = easy
    self.descriptor = descriptor
    self.multi = multi
  }

  func receive(into buffer: UnsafeMutableRawBufferPointer) -> ByteReceipt {
    var count = 0
    switch unsafe curl_easy_recv(easy.pointer, buffer.baseAddress, buffer.count, &count) {
    case CURLE_OK: return count > 0 ? .bytes(count) : .end
    case CURLE_AGAIN: return .nothing
    default: return .broken
    }
  }

  func send(_ bytes: UnsafeRawBufferPointer) -> Int? {
    var count = 0
    switch unsafe curl_easy_send(easy.pointer, bytes.baseAddress, bytes.count, &count) {
    case CURLE_OK: return count
    case CURLE_AGAIN: return 0
    default: return nil
    }
  }

  // libcurl cannot end one direction of TLS. The other side sees the end of the TCP stream.
  func endOutput() { shutdown(descriptor, CInt(SHUT_WR)) }

  func close() { multi.remove(easy) }
}
