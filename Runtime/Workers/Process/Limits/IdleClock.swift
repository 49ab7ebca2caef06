/// The CPU time that a worker uses while it has no calls: a task that a handler left behind, or a thread of its own.
struct IdleClock {
  private struct Look {
    let now: UInt64
    let cpu: Duration
    let busy: UInt64
  }

  /// The cores that the worker may use at once.
  private let cores: Int
  private var last: Look?
  /// The CPU time that it used without calls, less a tenth of the time without calls.
  private(set) var used = Duration.zero
  /// Whether it used more than a tenth of a core since the previous sample. Sampling then continues.
  private(set) var isBusy = false

  init(cores: Int) { self.cores = cores }

  /// Takes a look. CPU time and time with calls are those of the same instant.
  ///
  /// - Parameters:
  ///   - cpu: The CPU time of the process.
  ///   - busy: The time in which there were calls, in nanoseconds.
  ///   - now: The time in nanoseconds.
  mutating func look(cpu: Duration, busy: UInt64, at now: UInt64) {
    defer { last = Look(now: now, cpu: cpu, busy: busy) }
    guard let last, now > last.now else {
      // The first measurement only sets the baseline.
      isBusy = true
      return
    }
    let time = Self.duration(now - last.now)
    let spent = cpu - last.cpu
    isBusy = spent > time / 10
    // While there were calls, their work may have used all cores. The CPU time above that was used without calls.
    let occupied = min(time, Self.duration(busy > last.busy ? busy - last.busy : 0))
    let idle = time - occupied
    let own = min(spent - occupied * cores, idle * cores)
    used = max(.zero, used + max(.zero, own) - idle / 10)
  }

  private static func duration(_ nanoseconds: UInt64) -> Duration { .nanoseconds(Int64(clamping: nanoseconds)) }
}
