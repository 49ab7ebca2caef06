import NIOCore

/// The spacing of the starts of a group whose workers keep dying.
struct StartBackOff: Sendable {
  private let rules: GroupRules
  /// The deaths at boot since the last worker that became ready.
  private(set) var bootDeaths = 0
  /// The workers in a row that became ready and died soon after their start.
  private(set) var earlyDeaths = 0
  private var lastStart: NIODeadline?
  /// The time between the last start and the next probe.
  private var probePause: TimeAmount

  init(_ rules: GroupRules) {
    self.rules = rules
    probePause = rules.bootProbe
  }

  /// Whether so many workers died at boot that calls are refused until the next start.
  var isBootLoop: Bool { bootDeaths >= rules.bootTolerance }

  /// The time between two starts; nil if a worker may start at once.
  private var pause: TimeAmount? {
    if isBootLoop { return rules.bootPause }
    return earlyDeaths >= rules.earlyDeathTolerance ? rules.earlyDeathPause : nil
  }

  /// The instant of the next start; nil if a worker may start at once.
  func nextStart(at now: NIODeadline) -> NIODeadline? {
    guard let pause, let lastStart, now < lastStart + pause else { return nil }
    return lastStart + pause
  }

  /// The instant at which a worker is started without calls; nil if calls are not refused.
  var nextProbe: NIODeadline? { isBootLoop ? lastStart.map { $0 + probePause } : nil }

  /// The value of `Retry-After` for a call that is refused now.
  func retryAfter(at now: NIODeadline) -> Int {
    guard let next = nextStart(at: now) else { return 1 }
    return max(1, Int(((next - now).nanoseconds + 999_999_999) / 1_000_000_000))
  }

  mutating func started(at now: NIODeadline) {
    // After that long without a start, earlier deaths do not count.
    if let lastStart, now >= lastStart + rules.earlyDeathMemory { earlyDeaths = 0 }
    if let nextProbe, now >= nextProbe { probePause = min(probePause * 2, rules.longestBootProbe) }
    lastStart = now
  }

  mutating func becameReady() { (bootDeaths, probePause) = (0, rules.bootProbe) }

  /// The deaths so far do not count.
  mutating func reset() { (bootDeaths, earlyDeaths, probePause) = (0, 0, rules.bootProbe) }

  mutating func diedAtBoot() { bootDeaths += 1 }

  /// A worker that was ready has ended.
  ///
  /// - Parameter isDeath: false if the host retired it, or ended it on demand.
  mutating func ended(_ worker: GroupWorker, isDeath: Bool, at now: NIODeadline) {
    if isDeath, now < worker.startedAt + rules.earlyDeathAge {
      earlyDeaths += 1
    } else {
      earlyDeaths = 0
    }
  }
}
