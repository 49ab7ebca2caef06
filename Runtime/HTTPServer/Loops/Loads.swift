import NIOCore
import Synchronization

/// The last reported load of each loop of a server.
final class Loads: Sendable {
  /// The time after which a loop without a report counts as idle.
  private static let validity = TimeAmount.milliseconds(200)

  private let loads: Mutex<[(load: Double, at: NIODeadline)]>

  init(count: Int) { loads = Mutex(Array(repeating: (0, .uptimeNanoseconds(0)), count: count)) }

  /// Records a loop's load; returns the loads of all loops.
  func update(_ index: Int, _ load: Double, at now: NIODeadline) -> [Double] {
    loads.withLock { $0[index] = (load, now) }
    return all(at: now)
  }

  func all(at now: NIODeadline) -> [Double] {
    loads.withLock { $0.map { now - $0.at < Self.validity ? $0.load : 0 } }
  }
}
