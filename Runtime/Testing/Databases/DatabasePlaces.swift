/// Limits the number of open databases, so that concurrent tests do not use up a server's connections.
actor DatabasePlaces {
  static let shared = DatabasePlaces()

  private var free = 24
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func take() async {
    guard free == 0 else { return free -= 1 }
    await withCheckedContinuation { waiting.append($0) }
  }

  func leave() {
    guard !waiting.isEmpty else { return free += 1 }
    waiting.removeFirst().resume()
  }
}
