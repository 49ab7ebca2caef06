import COpenSSL

@testable import Simulator

/// The client's side of TLS, without I/O. It trusts one authority, expects `localhost`, and offers HTTP/2.
@safe final class TestTLS {
  enum Reading {
    case bytes([UInt8])
    /// The server's close_notify, after these bytes.
    case end([UInt8])
    case failed(String)
  }

  private let context: OpaquePointer
  private let session: OpaquePointer
  private let incoming: OpaquePointer
  private let outgoing: OpaquePointer

  init(caFile: String) throws {
    guard let context = unsafe SSL_CTX_new(TLS_client_method()) else { throw OpenSSLError("context") }
    unsafe self.context = context
    guard let session = unsafe SSL_new(context), let incoming = unsafe BIO_new(BIO_s_mem()),
      let outgoing = unsafe BIO_new(BIO_s_mem())
    else { throw OpenSSLError("session") }
    unsafe self.session = session
    unsafe self.incoming = incoming
    unsafe self.outgoing = outgoing
    unsafe SSL_set_bio(session, incoming, outgoing)
    unsafe SSL_set_connect_state(session)
    unsafe SSL_set_verify(session, SSL_VERIFY_PEER, nil)
    guard unsafe SSL_CTX_load_verify_locations(context, caFile, nil) == 1,
      unsafe SSL_set1_host(session, "localhost") == 1, unsafe SSL_set_alpn_protos(session, [2, 0x68, 0x32], 3) == 0
    else { throw OpenSSLError("authority") }
  }

  deinit {
    unsafe SSL_free(session)
    unsafe SSL_CTX_free(context)
  }

  var isEstablished: Bool { unsafe SSL_is_init_finished(session) == 1 }

  func receive(_ bytes: [UInt8]) { _ = unsafe BIO_write(incoming, bytes, Int32(bytes.count)) }

  /// Decrypts received bytes after the handshake.
  func read() -> Reading {
    var plain: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    while true {
      ERR_clear_error()
      var count = 0
      let result = unsafe SSL_read_ex(session, &buffer, buffer.count, &count)
      if result == 1 {
        plain += buffer.prefix(count)
        continue
      }
      switch unsafe SSL_get_error(session, result) {
      case SSL_ERROR_WANT_READ: return .bytes(plain)
      case SSL_ERROR_ZERO_RETURN: return .end(plain)
      default: return .failed("\(OpenSSLError("TLS"))")
      }
    }
  }

  func write(_ bytes: [UInt8]) {
    var count = 0
    if !bytes.isEmpty { _ = unsafe SSL_write_ex(session, bytes, bytes.count, &count) }
  }

  func takeOutput() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: unsafe BIO_ctrl_pending(outgoing))
    if !bytes.isEmpty { _ = unsafe BIO_read(outgoing, &bytes, Int32(bytes.count)) }
    return bytes
  }
}
