import COpenSSL

/// The failure of an OpenSSL call, with OpenSSL's reason.
struct OpenSSLError: Error, Hashable, Sendable, CustomStringConvertible {
  let description: String

  /// Takes the oldest error of the current thread's queue, and empties the queue. An error without a reason has the
  /// failed action.
  init(_ action: String) {
    let code = ERR_get_error()
    ERR_clear_error()
    let reason = unsafe ERR_reason_error_string(code).map { unsafe String(cString: $0) }
    description = reason.map { "\(action): \($0)" } ?? action
  }
}
