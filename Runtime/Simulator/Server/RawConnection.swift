import NIOCore
import NIOHTTP2
import NIOPosix
import NIOSSL

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What goes past HTTP/2, or past TLS.
enum RawConnection {
  /// Ends a connection with a TCP reset: no close_notify, no FIN (SO_LINGER with zero seconds).
  static func reset(_ channel: any Channel) {
    _ = (channel as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0))
    close(channel)
  }

  /// Closes the socket without waiting for the client's close_notify.
  static func close(_ channel: any Channel) {
    let tls = try? channel.pipeline.syncOperations.context(handlerType: NIOSSLServerHandler.self)
    if let tls { tls.close(promise: nil) } else { channel.close(promise: nil) }
  }

  /// Writes a frame of a type and a length that nobody allows, inside TLS.
  static func writeGarbage(on channel: any Channel) { write(ByteBuffer(repeating: 0xFF, count: 128), on: channel) }

  /// Writes a GOAWAY (RFC 9113, section 6.8) that NIO does not know of. Else it would take what the client had sent on later streams for
  /// an error, and end the streams before them too.
  static func writeGoAway(last: HTTP2StreamID, on channel: any Channel) {
    // Length 8, type 7, no flags, stream 0; last stream, NO_ERROR.
    var frame = ByteBuffer(bytes: [0, 0, 8, 7, 0, 0, 0, 0, 0])
    frame.writeInteger(UInt32(Int(last)))
    frame.writeInteger(UInt32(0))
    write(frame, on: channel)
  }

  /// Writes bytes inside TLS, past HTTP/2.
  private static func write(_ bytes: ByteBuffer, on channel: any Channel) {
    let http2 = try? channel.pipeline.syncOperations.context(handlerType: NIOHTTP2Handler.self)
    http2?.writeAndFlush(NIOAny(IOData.byteBuffer(bytes)), promise: nil)
  }
}
