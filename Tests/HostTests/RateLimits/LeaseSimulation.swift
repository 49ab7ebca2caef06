import Edge

@testable import Host

/// Hosts that share one key of a limit, on simulated time. Their clocks differ, and each may stop for a while.
struct LeaseSimulation {
  /// One host with its own clock.
  struct Host {
    var use = LeaseUse()
    /// The difference between its clock and the true time.
    let offset: Int64
    /// The time in which it does nothing and its clock goes on.
    var stop: Range<Int64> = 0..<0
    fileprivate var answer: (LeaseUse.Answer, start: Int64, at: Int64)?
  }

  static let millisecond: Int64 = 1_000_000
  static let second: Int64 = 1_000_000_000

  let rule: LeaseRule
  var hosts: [Host]
  private(set) var now: Int64 = 0
  /// The times of the admitted calls.
  private(set) var admitted: [Int64] = []
  private(set) var calls = 0
  private(set) var statements = 0
  /// The instant of the key's row in the database.
  private var fullAt: Int64 = 0
  private var random = SplitMix(seed: 7)

  init(_ limit: CallLimit, hosts: Int) {
    rule = LeaseRule(CellRate(limit), hosts: hosts, isSettled: true)
    self.hosts = (0..<hosts).map { index in
      let seconds: Int64 = index.isMultiple(of: 2) ? 300 : 7000
      return Host(offset: seconds * Self.second * Int64(index + 1))
    }
  }

  /// Runs for a time with calls at random instants, spread evenly over the hosts.
  mutating func run(seconds: Int64, callsPerSecond: Double) {
    let end = now + seconds * Self.second
    while now < end {
      now += Self.millisecond
      for index in hosts.indices where !hosts[index].stop.contains(now) {
        let chance = callsPerSecond / 1000 / Double(hosts.count)
        let isCalled = Double(random.next() % 1_000_000) / 1_000_000 < chance
        if isCalled { _ = call(index) }
        work(index)
      }
    }
  }

  /// Makes a call at a host and waits for its decision, while time goes on.
  mutating func decide(_ index: Int) -> LimitVerdict {
    if let verdict = call(index) { return verdict }
    while true {
      now += Self.millisecond
      var outcome = LeaseUse.Outcome()
      for other in hosts.indices {
        let decided = work(other)
        if other == index { outcome = decided }
      }
      if let verdict = outcome.admitted.first ?? outcome.refused.first { return verdict }
    }
  }

  mutating func advance(seconds: Int) {
    let end = now + Int64(seconds) * Self.second
    while now < end {
      now += Self.millisecond
      for index in hosts.indices { work(index) }
    }
  }

  private mutating func call(_ index: Int) -> LimitVerdict? {
    calls += 1
    switch hosts[index].use.admit(rule, at: now + hosts[index].offset) {
    case .waits: return nil
    case .decided(let verdict):
      if verdict.isAdmitted { admitted.append(now) }
      return verdict
    }
  }

  @discardableResult private mutating func work(_ index: Int) -> LeaseUse.Outcome {
    let local = now + hosts[index].offset
    if let (answer, start, at) = hosts[index].answer {
      guard at <= now else { return LeaseUse.Outcome() }
      hosts[index].answer = nil
      let outcome = hosts[index].use.take(answer, rule, from: start, at: local)
      admitted += outcome.admitted.map { _ in now }
      return outcome
    }
    let isTick = (now / Self.millisecond + Int64(index) * 61) % 500 == 0
    guard isTick || hosts[index].use.waiting > 0, let question = hosts[index].use.ask(rule, at: local) else {
      return LeaseUse.Outcome()
    }
    statements += 1
    hosts[index].answer = (debit(question), local, now + 2 * Self.millisecond)
    return LeaseUse.Outcome()
  }

  /// What the statement does: see `LeaseStore`.
  private mutating func debit(_ question: LeaseUse.Question) -> LeaseUse.Answer {
    let rate = rule.rate
    let used = max(max(fullAt, now) + Int64(question.debt) * rate.interval, now)
    let free = (now + rate.capacity - rule.reserve - used) / rate.interval
    let granted = max(0, min(Int64(question.want), free))
    fullAt = used + granted * rate.interval
    return LeaseUse.Answer(granted: Int(granted), untilFull: fullAt - now)
  }

  /// The largest number of calls by which the admitted ones exceeded the limit at any time since the start; negative if
  /// they never did.
  var excess: Double {
    admitted.enumerated().map { index, time in
      Double(index + 1) - Double(rule.rate.burst) - Double(time) / Double(rule.rate.interval)
    }.max() ?? -.infinity
  }

  /// The admitted calls as a part of what the limit allows until now.
  var share: Double {
    Double(admitted.count) / (Double(rule.rate.burst) + Double(now) / Double(rule.rate.interval))
  }
}

/// A generator of random numbers that gives the same ones in each run (Steele, Lea, Flood: SplitMix64).
private struct SplitMix {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}
