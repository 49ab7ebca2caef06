import Synchronization

/// A limit on what is in hand at a time, such as requests that are forwarded.
package final class Places: Sendable {
  /// One place, which is free again once the last reference to it is gone.
  package final class Place: Sendable {
    private let places: Places

    fileprivate init(_ places: Places) { self.places = places }

    deinit { places.taken.subtract(1, ordering: .relaxed) }
  }

  private let taken = Atomic(0)
  private let capacity: Int

  package init(_ capacity: Int) { self.capacity = capacity }

  /// The number of places that are taken.
  package var count: Int { taken.load(ordering: .relaxed) }

  /// Takes a place; nil if all places are taken.
  package func take() -> Place? {
    guard taken.add(1, ordering: .relaxed).newValue <= capacity else {
      taken.subtract(1, ordering: .relaxed)
      return nil
    }
    return Place(self)
  }
}
