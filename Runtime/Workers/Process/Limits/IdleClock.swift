/// The CPU time that a worker uses while it has no calls: a task that a handler left behind, or a thread of its own.
struct IdleClock {
  private struct Look {
    let now: UInt64
    let cpu: Duration
    let claims: UInt64
    let hasCalls: Bool
  }

  private var last: Look?
  /// The CPU time that it used without calls, less a tenth of the elapsed time.
  private(set) var used = Duration.zero
  /// Whether it used more than a tenth of a core since the previous sample. Sampling then continues.
  private(set) var isBusy = false

  /// Takes a look.
  ///
  /// - Parameters:
  ///   - cpu: The CPU time of the process.
  ///   - claims: The number of calls so far.
  ///   - hasCalls: Whether there are calls now.
  ///   - now: The time in nanoseconds.
  mutating func look(cpu: Duration, claims: UInt64, hasCalls: Bool, at now: UInt64) {
    defer { last = Look(now: now, cpu: cpu, claims: claims, hasCalls: hasCalls) }
    guard let last, now > last.now else {
      // The first measurement only sets the baseline.
      isBusy = true
      return
    }
    let excess = cpu - last.cpu - Duration.nanoseconds(Int64(clamping: (now - last.now) / 10))
    isBusy = excess > .zero
    // The time between two looks belongs to the calls if there was one at any instant of it.
    guard !hasCalls, !last.hasCalls, claims == last.claims else { return }
    used = max(.zero, used + excess)
  }
}
