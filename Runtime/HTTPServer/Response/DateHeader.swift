import Glibc
import Synchronization
import Wire

/// The value of the `Date` field, cached for a second.
final class DateHeader: Sendable {
  private let state = Mutex((second: Int.min, text: ""))

  func value() -> String {
    let second = time(nil)
    return state.withLock { state in
      if second != state.second { state = (second, HTTPDate.text(of: second)) }
      return state.text
    }
  }
}
