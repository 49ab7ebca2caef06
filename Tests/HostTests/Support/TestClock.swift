import Edge
import Foundation
import Synchronization

/// A clock that tests move.
final class TestClock: Sendable {
  private let instant: Mutex<Date>

  init(_ start: Date = Date(timeIntervalSince1970: 1_772_366_400)) { instant = Mutex(start) }

  var now: Date { instant.withLock { $0 } }
  var wall: WallClock { WallClock { self.now } }

  func advance(by seconds: TimeInterval) { instant.withLock { $0 += seconds } }
}
