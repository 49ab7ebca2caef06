import Loop
import Synchronization

/// A limit on calls by key that the hosts of one database share. ``LimitLeases`` asks the database for it.
final class SharedLimiter: Sendable {
  /// A question about one key of one limit.
  struct Question: Sendable {
    let limiter: SharedLimiter
    let key: LimitKey
    let rule: LeaseRule
    let question: LeaseUse.Question

    var storedKey: String { "\(limiter.name)/\(key)" }
  }

  /// The limit's name, the first part of its keys in the database.
  let name: String
  let rate: CellRate
  private let shards = LimitShards { LeaseTable(capacity: $0) }
  private let rule: Mutex<LeaseRule>
  private let state: LeaseState

  init(name: String, rate: CellRate, state: LeaseState) {
    self.name = name
    self.rate = rate
    self.state = state
    rule = Mutex(LeaseRule(rate, hosts: 1, isSettled: false))
  }

  /// Counts a call if it is within the limit.
  func admit(_ key: LimitKey, at now: Int64) -> LeaseTable.Admission {
    let rule = rule.withLock { $0 }
    let isAlone = state.isAway
    let admission = shards[key].withLock { $0.admit(key, rule, isAlone: isAlone, at: now) }
    if case .promised = admission { state.wake() }
    return admission
  }

  func giveBack(_ key: LimitKey) {
    let rule = rule.withLock { $0 }
    let isAlone = state.isAway
    shards[key].withLock { $0.giveBack(key, rule, isAlone: isAlone) }
  }

  func share(among hosts: Int, isSettled: Bool) {
    rule.withLock { $0 = LeaseRule(rate, hosts: hosts, isSettled: isSettled) }
  }

  func questions(upTo count: Int, isLast: Bool, at now: Int64) -> [Question] {
    let rule = rule.withLock { $0 }
    var questions: [Question] = []
    for shard in shards.all where questions.count < count {
      let left = count - questions.count
      questions += shard.withLock { $0.questions(rule, upTo: left, isLast: isLast, at: now) }
        .map { Question(limiter: self, key: $0, rule: rule, question: $1) }
    }
    return questions
  }

  /// Takes the answer to a question. Calls that came meanwhile may wait for another.
  func take(_ answer: LeaseUse.Answer, to question: Question, from start: Int64, at now: Int64) {
    let shard = shards[question.key]
    let (decided, isUrgent) = shard.withLock { table in
      (table.take(answer, of: question.key, question.rule, from: start, at: now), table.isUrgent)
    }
    for (promise, verdict) in decided { promise.fulfil(verdict) }
    if isUrgent { state.wake() }
  }

  /// Decides about all calls that wait without the database.
  func fail(at now: Int64) {
    let rule = rule.withLock { $0 }
    for shard in shards.all {
      for (promise, verdict) in shard.withLock({ $0.fail(rule, at: now) }) { promise.fulfil(verdict) }
    }
  }
}
