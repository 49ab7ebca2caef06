import COpenSSL

/// The server's side of one TLS connection, without I/O: ciphertext is read from and written to memory.
@safe final class TLSSession {
  /// The result of a read.
  enum Reading {
    case bytes(Int)
    /// More ciphertext is needed.
    case nothing
    /// The client has sent its close_notify.
    case end
    case failed(OpenSSLError)
  }

  private let session: OpaquePointer
  /// The memory for ciphertext from the client, and to it. The session owns both.
  private let incoming: OpaquePointer
  private let outgoing: OpaquePointer

  /// Takes ownership of a session without a transport; nil if there is no memory.
  init?(_ session: OpaquePointer) {
    guard let incoming = unsafe BIO_new(BIO_s_mem()) else {
      unsafe SSL_free(session)
      return nil
    }
    guard let outgoing = unsafe BIO_new(BIO_s_mem()) else {
      unsafe BIO_free(incoming)
      unsafe SSL_free(session)
      return nil
    }
    unsafe self.session = session
    unsafe self.incoming = incoming
    unsafe self.outgoing = outgoing
    unsafe SSL_set_bio(session, incoming, outgoing)
    unsafe SSL_set_accept_state(session)
  }

  deinit { unsafe SSL_free(session) }

  var isEstablished: Bool { unsafe SSL_is_init_finished(session) == 1 }

  func receive(_ bytes: UnsafeRawBufferPointer) {
    _ = unsafe BIO_write(incoming, bytes.baseAddress, CInt(clamping: bytes.count))
  }

  /// Continues the handshake. ``Reading/bytes(_:)`` with 0 means that it is complete.
  func handshake() -> Reading {
    ERR_clear_error()
    let result = unsafe SSL_do_handshake(session)
    return result == 1 ? .bytes(0) : reading(result, "TLS handshake")
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> Reading {
    ERR_clear_error()
    var count = 0
    let result = unsafe SSL_read_ex(session, buffer.baseAddress, buffer.count, &count)
    return result == 1 ? .bytes(count) : reading(result, "TLS")
  }

  private func reading(_ result: CInt, _ action: String) -> Reading {
    switch unsafe SSL_get_error(session, result) {
    case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE: .nothing
    case SSL_ERROR_ZERO_RETURN: .end
    default: .failed(OpenSSLError(action))
    }
  }

  /// Encrypts bytes. The handshake must be complete.
  func write(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    ERR_clear_error()
    var count = 0
    // A memory BIO accepts all bytes.
    _ = unsafe SSL_write_ex(session, bytes, bytes.count, &count)
  }

  func endOutput() {
    ERR_clear_error()
    if isEstablished { unsafe SSL_shutdown(session) }
  }

  func takeOutput() -> [UInt8] {
    let count = unsafe BIO_ctrl_pending(outgoing)
    guard count > 0 else { return [] }
    return unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      initialized = max(0, Int(unsafe BIO_read(outgoing, buffer.baseAddress, CInt(clamping: count))))
    }
  }
}
