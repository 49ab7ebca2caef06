import Synchronization

/// The bound of the requests that the gateway has in hand.
final class ForwardingLimit: Sendable {
  /// The most requests that a host may have in hand.
  static let maximum = 1024

  /// The place of one request, which is free again once the last reference to it is gone.
  final class Place: Sendable {
    private let limit: ForwardingLimit

    fileprivate init(_ limit: ForwardingLimit) { self.limit = limit }

    deinit { limit.taken.subtract(1, ordering: .relaxed) }
  }

  private let taken = Atomic(0)
  private let capacity: Int

  init(capacity: Int) { self.capacity = capacity }

  /// Whether more requests are in hand than usual, as in a host that forwards to itself.
  var isBusy: Bool { taken.load(ordering: .relaxed) > 16 }

  /// Takes a place; nil if all places are taken.
  func take() -> Place? {
    guard taken.add(1, ordering: .relaxed).newValue <= capacity else {
      taken.subtract(1, ordering: .relaxed)
      return nil
    }
    return Place(self)
  }
}
