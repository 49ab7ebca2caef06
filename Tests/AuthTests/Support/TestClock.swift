import Edge
import Foundation
import Synchronization

/// A clock that tests move.
final class TestClock: Sendable {
  private let instant = Mutex(Date(timeIntervalSince1970: 1_772_366_400))

  var now: Date { instant.withLock { $0 } }
  var wall: WallClock { WallClock { self.now } }

  func advance(by seconds: TimeInterval) { instant.withLock { $0 += seconds } }
}
