import Glibc
import Synchronization

/// A descriptor that is closed with its owner.
final class OwnedDescriptor: Sendable {
  private let number: Mutex<CInt>

  init(_ number: CInt) { self.number = Mutex(number) }

  deinit { close() }

  /// The descriptor; -1 once it is closed or taken.
  var value: CInt { number.withLock { $0 } }

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
