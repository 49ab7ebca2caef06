/// The rules by which loops share connections.
///
/// Connections stay on one loop as long as it can serve them: requests that arrive together are then read, run and answered
/// together, and no second thread is woken. A full loop shares with the one that has the lowest load. A load is the share of its
/// time, from 0 to 1, that a loop's thread computes.
struct Balance {
  /// What a loop does with its connections.
  enum Advice: Equatable {
    case keep
    /// Hand half of them over.
    case share(with: Int)
    /// Hand all of them over.
    case join(Int)
  }

  /// Above this load a loop has too little time left for a burst.
  private static let full = 0.85
  /// How much lower the load of the other loop must be.
  private static let difference = 0.3
  /// The largest sum of two loads that one loop serves alone.
  private static let little = 0.5

  /// Advises a loop.
  ///
  /// - Parameters:
  ///   - index: The loop that asks.
  ///   - loads: The load of each loop.
  static func advice(to index: Int, loads: [Double]) -> Advice {
    let load = loads[index]
    if load > full {
      let least = loads.indices.min { loads[$0] < loads[$1] } ?? index
      return loads[least] < load - difference ? .share(with: least) : .keep
    }
    return index > 0 && load + loads[0] < little ? .join(0) : .keep
  }
}
