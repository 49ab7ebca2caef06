import Glibc
import Synchronization

/// A descriptor that is closed with its owner.
final class OwnedDescriptor: Sendable {
  private let number: Mutex<CInt>

  init(_ number: CInt) { self.number = Mutex(number) }

  deinit { close() }

  /// The descriptor; -1 once it is closed or taken.
  var value: CInt { number.withLock { $0 } }

  /// Whether a read would not wait: there are bytes, or the end. A process's descriptor is ready once it has ended.
  var isReady: Bool {
    var ready = pollfd(fd: value, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&ready, 1, 0) > 0
  }

  /// Passes the descriptor on; nil from the second call on, or after ``close()``.
  func take() -> CInt? {
    number.withLock { number in
      defer { number = -1 }
      return number < 0 ? nil : number
    }
  }

  func close() {
    if let number = take() { Glibc.close(number) }
  }
}
