import NIOCore
import Synchronization

/// Which loop serves which connections: the rules alone.
///
/// What one loop can do stays on one: requests that come together are read, run and sent together, and nobody is woken
/// twice. A loop that has no time left shares with the one that has most.
/// A load is the share of its time, from 0 to 1, that a loop's thread computes.
struct Balance {
  /// What a loop is to do with its connections.
  enum Advice: Equatable {
    case keep
    /// Hand half of them over.
    case share(with: Int)
    /// Hand all of them over.
    case join(Int)
  }

  /// What is left to a loop above this is not enough for a burst.
  private static let full = 0.85
  /// How much less another one must have to do.
  private static let difference = 0.3
  /// What two loops may have to do so that one can do both.
  private static let little = 0.5

  /// Advises a loop.
  ///
  /// - Parameters:
  ///   - index: which one asks.
  ///   - loads: each one's load.
  static func advice(to index: Int, loads: [Double]) -> Advice {
    let load = loads[index]
    if load > full {
      let least = loads.indices.min { loads[$0] < loads[$1] } ?? index
      return loads[least] < load - difference ? .share(with: least) : .keep
    }
    return index > 0 && load + loads[0] < little ? .join(0) : .keep
  }
}

/// What the loops of a host have to do, as each of them said last.
final class Loads: Sendable {
  /// A loop that has said nothing for so long has had nothing to do.
  private static let patience = TimeAmount.milliseconds(200)

  private let loads: Mutex<[(load: Double, at: NIODeadline)]>

  init(count: Int) { loads = Mutex(Array(repeating: (0, .uptimeNanoseconds(0)), count: count)) }

  /// Says what a loop has to do; returns what all have.
  func update(_ index: Int, _ load: Double, at now: NIODeadline) -> [Double] {
    loads.withLock { $0[index] = (load, now) }
    return all(at: now)
  }

  /// What each loop has to do.
  func all(at now: NIODeadline) -> [Double] {
    loads.withLock { $0.map { now - $0.at < Self.patience ? $0.load : 0 } }
  }
}
