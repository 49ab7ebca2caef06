import Glibc

/// A file descriptor that is closed when nobody holds it any more.
final class Descriptor: Sendable {
  let number: Int32

  /// Takes over what a system call returned.
  init(_ number: Int32, for call: String) throws(HTTPClientError) {
    guard number >= 0 else { throw Self.error(call) }
    self.number = number
  }

  deinit {
    close(number)
  }

  static func error(_ call: String) -> HTTPClientError {
    HTTPClientError(.failed, "\(call): \(unsafe String(cString: strerror(errno)))")
  }
}
