import NIOCore
import Synchronization

/// The load of each loop of a server, as the loop reported it last.
final class Loads: Sendable {
  /// A loop that has reported nothing for so long is idle.
  private static let validity = TimeAmount.milliseconds(200)

  private let loads: Mutex<[(load: Double, at: NIODeadline)]>

  init(count: Int) { loads = Mutex(Array(repeating: (0, .uptimeNanoseconds(0)), count: count)) }

  /// Reports a loop's load; returns the loads of all.
  func update(_ index: Int, _ load: Double, at now: NIODeadline) -> [Double] {
    loads.withLock { $0[index] = (load, now) }
    return all(at: now)
  }

  /// The load of each loop.
  func all(at now: NIODeadline) -> [Double] {
    loads.withLock { $0.map { now - $0.at < Self.validity ? $0.load : 0 } }
  }
}
