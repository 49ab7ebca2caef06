/// The times at which a worker's temporary files are measured: at each look at its limits, unless they are so many that
/// the measurements would take more than a tenth of the loop's time. 1,000 files take about a millisecond.
///
/// All times are nanoseconds of the monotonic clock.
struct FolderPace {
  private var next: UInt64 = 0

  func isDue(at now: UInt64) -> Bool { now >= next }

  mutating func measured(from start: UInt64, to end: UInt64) {
    let duration = end > start ? end - start : 0
    next = end + 9 * duration
  }
}
