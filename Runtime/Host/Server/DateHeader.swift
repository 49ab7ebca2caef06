import Foundation
import Synchronization

/// The `Date` field (RFC 9110, section 5.6.7), written once a second and not once a response.
final class DateHeader: Sendable {
  private let state = Mutex((second: Int.min, text: ""))

  func value() -> String {
    let second = time(nil)
    return state.withLock { state in
      if second != state.second { state = (second, HTTPDate.text(of: Date(timeIntervalSince1970: Double(second)))) }
      return state.text
    }
  }
}
