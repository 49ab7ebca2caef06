import Loop

/// The keys of a shared limit, and which of them have something for the database. Part of a ``SharedLimiter``.
struct LeaseTable: Sendable {
  private var table: LimitTable<LimitKey, LeaseUse>
  /// The keys that have something for the database, and those of them whose calls wait.
  private var outstanding: Set<LimitKey> = []
  private var urgent: Set<LimitKey> = []
  private var waiters: [LimitKey: [Promise<LimitVerdict>]] = [:]

  init(capacity: Int) { table = LimitTable(capacity: capacity) }

  /// A decision about a call, or the promise of one.
  enum Admission: Sendable {
    case decided(LimitVerdict)
    case promised(Promise<LimitVerdict>)
  }

  /// Decides about a call, without the database if it is away.
  mutating func admit(_ key: LimitKey, _ rule: LeaseRule, isAlone: Bool, at now: Int64) -> Admission {
    let decision: LeaseUse.Decision? = table.update(key, default: LeaseUse(), at: now) { use in
      isAlone ? .decided(use.admitAlone(rule, at: now)) : use.admit(rule, at: now)
    }
    switch decision {
    case .decided(let verdict):
      if verdict.isAdmitted { outstanding.insert(key) }
      return .decided(verdict)
    case .waits:
      let promise = Promise<LimitVerdict>()
      waiters[key, default: []].append(promise)
      outstanding.insert(key)
      urgent.insert(key)
      return .promised(promise)
    case nil: return .decided(.tableIsFull)
    }
  }

  mutating func giveBack(_ key: LimitKey, _ rule: LeaseRule, isAlone: Bool) {
    guard table.updateExisting(key, { $0.giveBack(rule, isAlone: isAlone) }) != nil else { return }
    outstanding.insert(key)
  }

  /// The questions for the database, those first for which calls wait.
  mutating func questions(
    _ rule: LeaseRule, upTo count: Int, isLast: Bool, at now: Int64
  ) -> [(LimitKey, LeaseUse.Question)] {
    var questions: [(LimitKey, LeaseUse.Question)] = []
    for key in Array(urgent) + Array(outstanding) {
      guard questions.count < count else { break }
      let question = table.updateExisting(key) { $0.ask(rule, at: now, isLast: isLast) } ?? nil
      urgent.remove(key)
      if let question { questions.append((key, question)) }
      forgetIfSettled(key)
    }
    return questions
  }

  /// Takes an answer; returns the promises to fulfil, outside the lock.
  mutating func take(
    _ answer: LeaseUse.Answer, of key: LimitKey, _ rule: LeaseRule, from start: Int64, at now: Int64
  ) -> [(Promise<LimitVerdict>, LimitVerdict)] {
    let outcome = table.updateExisting(key) { $0.take(answer, rule, from: start, at: now) }
    return decide(outcome, key)
  }

  /// Decides about all calls that wait, after a failure.
  mutating func fail(_ rule: LeaseRule, at now: Int64) -> [(Promise<LimitVerdict>, LimitVerdict)] {
    var decided: [(Promise<LimitVerdict>, LimitVerdict)] = []
    for key in outstanding { decided += decide(table.updateExisting(key) { $0.fail(rule, at: now) }, key) }
    return decided
  }

  private mutating func decide(
    _ outcome: LeaseUse.Outcome?, _ key: LimitKey
  ) -> [(Promise<LimitVerdict>, LimitVerdict)] {
    guard let outcome else { return [] }
    let verdicts = outcome.admitted + outcome.refused
    let promises = waiters[key] ?? []
    let rest = promises.dropFirst(verdicts.count)
    waiters[key] = rest.isEmpty ? nil : Array(rest)
    if rest.isEmpty { urgent.remove(key) } else { urgent.insert(key) }
    forgetIfSettled(key)
    return Array(zip(promises, verdicts))
  }

  private mutating func forgetIfSettled(_ key: LimitKey) {
    if table.updateExisting(key, { $0.isOutstanding }) != true { outstanding.remove(key) }
  }

  /// Whether calls wait for a question that is not asked yet.
  var isUrgent: Bool { !urgent.isEmpty }
}
