/// Limits the number of open databases, so that concurrent tests do not use up a server's connections.
actor DatabasePlaces {
  /// A place that was taken.
  struct Place: Sendable, Hashable {
    fileprivate let number: Int
  }

  static let shared = DatabasePlaces()

  private var free = 24
  private var last = 0
  private var taken: Set<Place> = []
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func take() async -> Place {
    if free > 0 { free -= 1 } else { await withCheckedContinuation { waiting.append($0) } }
    last += 1
    let place = Place(number: last)
    taken.insert(place)
    return place
  }

  /// Gives a place back. A second time does nothing.
  func leave(_ place: Place) {
    guard taken.remove(place) != nil else { return }
    if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
  }
}
