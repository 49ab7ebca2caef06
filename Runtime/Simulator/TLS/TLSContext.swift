import COpenSSL

/// The settings that a server's TLS connections share: its certificate and key, TLS 1.2 or newer, and HTTP/2 by ALPN.
///
/// `@unchecked Sendable`: OpenSSL's context is not changed after `init`, and its reference count is atomic.
@safe final class TLSContext: @unchecked Sendable {
  private let context: OpaquePointer

  init(certificate: Certificate, key: PrivateKey) throws(OpenSSLError) {
    guard let context = unsafe SSL_CTX_new(TLS_server_method()) else { throw OpenSSLError("TLS context") }
    unsafe self.context = context
    guard unsafe copenssl_set_minimum_version(context, TLS1_2_VERSION) == 1,
      unsafe SSL_CTX_use_certificate(context, certificate.pointer) == 1,
      unsafe SSL_CTX_use_PrivateKey(context, key.pointer) == 1,
      unsafe SSL_CTX_check_private_key(context) == 1
    else { throw OpenSSLError("certificate and key") }
    unsafe copenssl_disable_session_cache(context)
    _ = unsafe SSL_CTX_set_num_tickets(context, 0)
    _ = unsafe SSL_CTX_set_options(context, copenssl_server_options())
    unsafe SSL_CTX_set_alpn_select_cb(
      context,
      { _, chosen, length, offered, count, _ in
        unsafe TLSContext.choose(among: UnsafeBufferPointer(start: offered, count: Int(count)), chosen, length)
      }, nil)
  }

  deinit { unsafe SSL_CTX_free(context) }

  /// Creates a session for one accepted connection; nil if there is no memory.
  func makeSession() -> TLSSession? { unsafe SSL_new(context).flatMap { unsafe TLSSession($0) } }

  /// Chooses `h2` in a client's list of length-prefixed names (RFC 7301, section 3.1). Without `h2` no protocol is
  /// selected.
  private static func choose(
    among offered: UnsafeBufferPointer<UInt8>, _ chosen: UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
    _ length: UnsafeMutablePointer<UInt8>?
  ) -> CInt {
    var start = 0
    while start < offered.count {
      let end = start + 1 + Int(unsafe offered[start])
      guard end <= offered.count else { break }
      let name = unsafe UnsafeBufferPointer(rebasing: offered[start + 1..<end])
      if unsafe name.elementsEqual("h2".utf8) {
        unsafe chosen?.pointee = name.baseAddress
        unsafe length?.pointee = UInt8(name.count)
        return SSL_TLSEXT_ERR_OK
      }
      start = end
    }
    return SSL_TLSEXT_ERR_NOACK
  }
}
