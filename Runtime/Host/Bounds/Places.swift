import Synchronization

/// A limit on what is in hand at a time, such as requests that are forwarded.
package final class Places: Sendable {
  /// One place, which is free again once the last reference to it is gone.
  package final class Place: Sendable {
    private let places: Places
    private let network: ClientNetwork?

    fileprivate init(_ places: Places, _ network: ClientNetwork?) {
      self.places = places
      self.network = network
    }

    deinit { places.giveBack(network) }
  }

  private struct State {
    var taken = 0
    /// The places of each network that has any.
    var networks: [ClientNetwork: Int] = [:]
  }

  package let capacity: Int
  private let state = Mutex(State())

  package init(_ capacity: Int) { self.capacity = capacity }

  package var count: Int { state.withLock(\.taken) }

  /// Takes a place; nil if all places are taken, or the client's network has half of them. Without a network the place
  /// counts for none.
  package func take(for network: ClientNetwork? = nil) -> Place? {
    let isTaken = state.withLock { state in
      guard state.taken < capacity else { return false }
      if let network {
        let own = state.networks[network, default: 0]
        guard own < max(1, capacity / 2) else { return false }
        state.networks[network] = own + 1
      }
      state.taken += 1
      return true
    }
    return isTaken ? Place(self, network) : nil
  }

  private func giveBack(_ network: ClientNetwork?) {
    state.withLock { state in
      state.taken -= 1
      guard let network, let own = state.networks[network] else { return }
      state.networks[network] = own > 1 ? own - 1 : nil
    }
  }
}
