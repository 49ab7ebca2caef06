/// The use of one key of a shared limit, as one host knows it: a state machine without a clock and without I/O.
struct LeaseUse: Sendable {
  /// The decision about a call.
  enum Decision: Hashable {
    case decided(LimitVerdict)
    /// The call waits for the answer of the database.
    case waits
  }

  /// The calls of a key that the host reports to the database, and those for which it asks.
  struct Question: Sendable, Hashable {
    /// The number of calls that were admitted and not debited; below 0, the number of debited calls that were not used.
    let debt: Int
    /// The number of further calls to debit.
    let want: Int
  }

  /// The answer of the database.
  struct Answer: Sendable, Hashable {
    /// The number of calls that were debited in addition to the debt.
    let granted: Int
    /// The time until the key is full again.
    let untilFull: Int64
  }

  /// The decisions about calls that waited, in their order: first the admitted ones, then the refused ones.
  struct Outcome: Hashable {
    var admitted: [LimitVerdict] = []
    var refused: [LimitVerdict] = []
  }

  /// The shortest time over which the demand is measured.
  private static let shortestMeasure: Int64 = 250_000_000

  /// The key as the database last described it, without the debt.
  private var use = CellRate.Use()
  private var debt = 0
  /// The debited calls that may be used until `tokensEnd`.
  private var tokens = 0
  private var tokensEnd: Int64 = 0
  private(set) var waiting = 0
  /// The question that has no answer yet.
  private var question: Question?
  /// The instant until which the database is not asked again.
  private var closedUntil: Int64 = 0
  /// The number of calls since `since`.
  private var calls = 0
  private var since: Int64 = 0

  /// Whether an update of the database is pending, now or when the debited calls expire.
  var isOutstanding: Bool { debt != 0 || tokens > 0 || waiting > 0 || question != nil }

  /// Decides about a call.
  mutating func admit(_ rule: LeaseRule, at now: Int64) -> Decision {
    calls += 1
    expire(at: now)
    if tokens > 0 {
      tokens -= 1
      return .decided(verdict(rule, at: now))
    }
    if takeCredit(rule, at: now) { return .decided(verdict(rule, at: now)) }
    if now < closedUntil { return .decided(refuse(rule, at: now)) }
    waiting += 1
    return .waits
  }

  /// Decides about a call while the database is away: this host has its share of the limit.
  mutating func admitAlone(_ rule: LeaseRule, at now: Int64) -> LimitVerdict {
    expire(at: now)
    let verdict = rule.share.admit(&use, at: now)
    if verdict.isAdmitted { debt = min(debt + 1, rule.rate.burst) }
    return verdict
  }

  /// Takes back an admitted call.
  ///
  /// - Parameter isAlone: whether the database is away, so that the call was counted by this host's share.
  mutating func giveBack(_ rule: LeaseRule, isAlone: Bool) {
    debt -= 1
    if isAlone { use.fullAt -= rule.share.interval }
  }

  /// The question for the database; nil if nothing has to be asked now.
  ///
  /// - Parameter isLast: whether this host stops, and returns all that it has not used.
  mutating func ask(_ rule: LeaseRule, at now: Int64, isLast: Bool = false) -> Question? {
    if isLast { tokensEnd = now }
    expire(at: now)
    guard question == nil, debt != 0 || waiting > 0 else { return nil }
    let measured = max(now - since, Self.shortestMeasure)
    let expected = Int(min(Int64(calls) * 1_000_000_000 / measured, Int64(rule.most)))
    let question = Question(debt: debt, want: waiting == 0 ? 0 : max(waiting, expected))
    if waiting > 0 { (calls, since) = (0, now) }
    self.question = question
    return question
  }

  /// Takes the answer to the question, and decides about the calls that waited for it.
  ///
  /// - Parameter start: the instant before the question was sent.
  mutating func take(_ answer: Answer, _ rule: LeaseRule, from start: Int64, at now: Int64) -> Outcome {
    guard let question else { return Outcome() }
    self.question = nil
    debt -= question.debt
    use.fullAt = now + answer.untilFull
    tokens += answer.granted
    tokensEnd = start + rule.life
    let isShort = answer.granted < question.want
    if isShort { closedUntil = start + rule.pause }
    expire(at: now)
    var outcome = Outcome()
    while waiting > 0 {
      if tokens > 0 { tokens -= 1 } else if !takeCredit(rule, at: now) { break }
      waiting -= 1
      outcome.admitted.append(verdict(rule, at: now))
    }
    // If the database granted all that was asked for, the calls that came after the question wait for the next one.
    while isShort, waiting > 0 {
      waiting -= 1
      outcome.refused.append(refuse(rule, at: now))
    }
    return outcome
  }

  /// Decides about the calls that wait, after the question has failed. It may have reached the database; then the debt
  /// is debited twice.
  mutating func fail(_ rule: LeaseRule, at now: Int64) -> Outcome {
    question = nil
    var outcome = Outcome()
    while waiting > 0 {
      waiting -= 1
      let verdict = admitAlone(rule, at: now)
      if verdict.isAdmitted { outcome.admitted.append(verdict) } else { outcome.refused.append(verdict) }
    }
    return outcome
  }

  /// Turns debited calls that were not used in time into ones to return.
  private mutating func expire(at now: Int64) {
    guard tokens > 0, now >= tokensEnd else { return }
    debt -= tokens
    tokens = 0
  }

  /// Admits a call that is not debited, if the credit allows it.
  ///
  /// Several hosts use their credits only while the database has more than its reserve. One host alone may use all of
  /// the reserve.
  private mutating func takeCredit(_ rule: LeaseRule, at now: Int64) -> Bool {
    let rate = rule.rate
    let fullAt = use.fullAt + Int64(debt) * rate.interval
    let latest = rule.hosts == 1 ? rate.capacity : rate.capacity - rule.reserve
    guard debt < rule.credit, fullAt + rate.interval <= now + latest else { return false }
    debt += 1
    return true
  }

  /// Refuses a call. Its retry time is the instant at which any host admits it, even if all hosts use their credits
  /// until then.
  private mutating func refuse(_ rule: LeaseRule, at now: Int64) -> LimitVerdict {
    let rate = rule.rate
    let fullAt = use.fullAt + Int64(debt) * rate.interval
    let free =
      rule.hosts == 1 && rule.credit > 0
      ? fullAt + rate.interval - rate.capacity
      : max(
        closedUntil,
        fullAt + Int64(1 + rule.credit * (rule.hosts - 1)) * rate.interval - (rate.capacity - rule.reserve))
    return rate.refuse(&use, until: max(free, now), at: now)
  }

  private func verdict(_ rule: LeaseRule, at now: Int64) -> LimitVerdict {
    // A negative debt moves the instant back, but no key has more calls left than its capacity.
    let fullAt = max(use.fullAt, now) + Int64(debt - tokens) * rule.rate.interval
    return rule.rate.verdict(fullAt: max(fullAt, now), at: now)
  }
}

extension LeaseUse: LimitEntry {
  var idleAt: Int64 { isOutstanding ? .max : max(use.idleAt, closedUntil) }
}
