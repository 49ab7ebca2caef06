/// The rules by which loops share connections.
///
/// Connections stay on one loop as long as it can serve them: requests that arrive together are then parsed, run and
/// answered together, and no second thread is woken. A full loop shares its connections with the least loaded one. A
/// load is the fraction of time, from 0 to 1, in which a loop is occupied.
struct Balance {
  /// An advice to a loop on its connections.
  enum Advice: Equatable {
    case keep
    /// Hand half of them over to a loop.
    case share(with: Int)
    /// Hand all of them over to a loop.
    case join(Int)
  }

  /// The load above which a loop has too little time left for a burst.
  private static let full = 0.85
  /// The least difference between the loads of two loops for sharing.
  private static let difference = 0.3
  /// The sum of two loads below which one loop serves both.
  private static let little = 0.5

  /// Advises a loop, by the load of each loop.
  static func advice(to index: Int, loads: [Double]) -> Advice {
    let load = loads[index]
    if load > full {
      let least = loads.indices.min { loads[$0] < loads[$1] } ?? index
      return loads[least] < load - difference ? .share(with: least) : .keep
    }
    return index > 0 && load + loads[0] < little ? .join(0) : .keep
  }
}
