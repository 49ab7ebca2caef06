import COpenSSL

/// Why a call of OpenSSL failed, in OpenSSL's words.
struct OpenSSLError: Error, Hashable, Sendable, CustomStringConvertible {
  let description: String

  /// The oldest error of the current thread's queue, which is emptied.
  ///
  /// - Parameter action: what failed, for an error that OpenSSL gives no reason for.
  init(_ action: String) {
    let code = ERR_get_error()
    ERR_clear_error()
    let reason = unsafe ERR_reason_error_string(code).map { unsafe String(cString: $0) }
    description = reason.map { "\(action): \($0)" } ?? action
  }
}
