/// What is to be done when: a binary heap, the earliest first.
struct Agenda<Event> {
  private var entries: [(time: ContinuousClock.Instant, event: Event)] = []
  /// Entries that were of no use any more were last thrown out when so many were left.
  private var sizeAfterCompaction = 64

  /// When the first event is due.
  var next: ContinuousClock.Instant? { entries.first?.time }

  mutating func add(_ event: Event, at time: ContinuousClock.Instant) {
    entries.append((time, event))
    rise(from: entries.count - 1)
  }

  /// The next event that is due by now.
  mutating func popDue(_ now: ContinuousClock.Instant) -> Event? {
    guard let first = entries.first, first.time <= now else { return nil }
    entries.swapAt(0, entries.count - 1)
    entries.removeLast()
    sink(from: 0)
    return first.event
  }

  /// Throws out what is of no use any more, once there is so much of it that it pays.
  mutating func compact(_ isOfUse: (Event) -> Bool) {
    guard entries.count > 2 * sizeAfterCompaction else { return }
    entries.removeAll { !isOfUse($0.event) }
    for index in stride(from: entries.count / 2, through: 0, by: -1) { sink(from: index) }
    sizeAfterCompaction = max(64, entries.count)
  }

  private mutating func rise(from start: Int) {
    var index = start
    while index > 0 {
      let parent = (index - 1) / 2
      guard entries[index].time < entries[parent].time else { return }
      entries.swapAt(index, parent)
      index = parent
    }
  }

  private mutating func sink(from start: Int) {
    var index = start
    while true {
      var smallest = index
      for child in [2 * index + 1, 2 * index + 2] where child < entries.count {
        if entries[child].time < entries[smallest].time { smallest = child }
      }
      guard smallest != index else { return }
      entries.swapAt(index, smallest)
      index = smallest
    }
  }
}
