/// A priority queue of timers: a binary heap with the earliest first.
struct TimerHeap<Event> {
  private var timers: [(time: ContinuousClock.Instant, event: Event)] = []
  /// The number of timers that the last compaction left.
  private var sizeAfterCompaction = 64

  var next: ContinuousClock.Instant? { timers.first?.time }

  mutating func add(_ event: Event, at time: ContinuousClock.Instant) {
    timers.append((time, event))
    rise(from: timers.count - 1)
  }

  /// Removes and returns the first timer that is due.
  mutating func popDue(_ now: ContinuousClock.Instant) -> Event? {
    guard let first = timers.first, first.time <= now else { return nil }
    timers.swapAt(0, timers.count - 1)
    timers.removeLast()
    sink(from: 0)
    return first.event
  }

  /// Removes obsolete timers, once the heap has doubled since the last compaction.
  mutating func compact(_ isOfUse: (Event) -> Bool) {
    guard timers.count > 2 * sizeAfterCompaction else { return }
    timers.removeAll { !isOfUse($0.event) }
    for index in stride(from: timers.count / 2, through: 0, by: -1) { sink(from: index) }
    sizeAfterCompaction = max(64, timers.count)
  }

  private mutating func rise(from start: Int) {
    var index = start
    while index > 0 {
      let parent = (index - 1) / 2
      guard timers[index].time < timers[parent].time else { return }
      timers.swapAt(index, parent)
      index = parent
    }
  }

  private mutating func sink(from start: Int) {
    var index = start
    while true {
      var smallest = index
      for child in [2 * index + 1, 2 * index + 2] where child < timers.count {
        if timers[child].time < timers[smallest].time { smallest = child }
      }
      guard smallest != index else { return }
      timers.swapAt(index, smallest)
      index = smallest
    }
  }
}
