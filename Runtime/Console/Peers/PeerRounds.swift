/// The rounds in which a host asks the others: which questions are asked when, for which answers it waits, and what its
/// pages show until the next one. It neither reads the clock nor does I/O. Instants are durations since any fixed
/// instant.
///
/// All views share a round: the database sees the same statements however many there are. Without views there are no
/// rounds.
struct PeerRounds {
  /// The time between the beginnings of two rounds with the same questions.
  static let pause = Duration.seconds(1)
  /// The time between the beginnings of two rounds if the second one has a new question.
  static let shortestPause = Duration.milliseconds(25)
  /// The time that a host has for its answer.
  static let patience = Duration.seconds(1)
  /// The time for which a question is asked after a view wanted it last. A live view wants it with each pulse, so it is
  /// longer than the longest time between two.
  static let lifetime = PulseRule.limit + .seconds(3)
  /// The most questions of a round.
  static let mostQuestions = 64
  /// The number of missed rounds in a row after which pages do not wait for a host any more. The host is still asked.
  static let mostMisses = 2

  /// The next action of the host.
  enum Step: Sendable, Hashable {
    /// Wait for this time; with nil, until a view wants something.
    case wait(Duration?)
    /// Ask these questions, then call ``begin(_:of:missing:at:)``.
    case ask(number: Int64, [PeerQuestion])
    /// Read the answers as they come, at the latest after this time.
    case read(number: Int64, within: Duration)
    /// Remove this host's rows: no view wants anything any more.
    case leave
  }

  /// The answers of the other hosts to one question.
  struct Answers: Sendable, Hashable {
    var received: [String: PeerWire.Received] = [:]
    /// The hosts that did not answer.
    var silent: Set<String> = []
  }

  private struct Round {
    let number: Int64
    let questions: [PeerQuestion]
    let began: Duration
    let hosts: Set<String>
    /// Hosts that are known to be gone. They are not asked.
    let missing: Set<String>
    var answers: [String: [PeerWire.Received?]] = [:]
  }

  /// The instants at which views wanted questions last.
  private var wanted: [PeerQuestion: Duration] = [:]
  /// The newest round; nil while nothing is asked.
  private var round: Round?
  /// Whether answers to it are still read.
  private var isOpen = false
  /// The round before, which is shown until the newest one is ready.
  private var shown: Round?
  private var misses: [String: Int] = [:]
  private var lastNumber: Int64 = 0
  /// The other hosts as they were known last, also before a round with them has begun.
  private(set) var hosts: Set<String> = []

  // MARK: Views

  /// Notes that a view wants the answers to a question.
  ///
  /// - Returns: whether it is new, so that the next round is due at once.
  mutating func want(_ question: PeerQuestion, at now: Duration) -> Bool {
    if wanted[question] == nil, wanted.count >= Self.mostQuestions,
      let oldest = wanted.min(by: { $0.value < $1.value })?.key
    {
      wanted[oldest] = nil
    }
    wanted[question] = now
    return isNew(question)
  }

  /// The answers to a question; nil if no round with it is ready.
  func answers(to question: PeerQuestion) -> Answers? {
    // Without other hosts there is nothing to wait for, whatever the question.
    if let round, round.hosts.isEmpty, round.missing.isEmpty { return Answers() }
    for round in [isReady ? round : nil, shown].compactMap(\.self) {
      guard let index = round.questions.firstIndex(of: question) else { continue }
      var answers = Answers(silent: round.hosts.union(round.missing))
      for (host, received) in round.answers {
        guard index < received.count, let answer = received[index] else { continue }
        answers.received[host] = answer
        answers.silent.remove(host)
      }
      return answers
    }
    return nil
  }

  private func isNew(_ question: PeerQuestion) -> Bool { round?.questions.contains(question) != true }

  // MARK: Rounds

  /// The action that is due now.
  mutating func next(at now: Duration) -> Step {
    wanted = wanted.filter { now - $0.value < Self.lifetime }
    let hasNew = wanted.keys.contains(where: isNew)
    if let round, isOpen {
      let left = round.began + Self.patience - now
      let isWhole = round.hosts.allSatisfy { round.answers[$0] != nil }
      // A page with a new question does not wait for hosts that have not answered for long.
      let isLeft = hasNew && isReady && now - round.began >= Self.shortestPause
      guard isWhole || isLeft || left <= .zero else {
        let early = hasNew && isReady ? round.began + Self.shortestPause - now : left
        return .read(number: round.number, within: min(left, early))
      }
      close(missed: left <= .zero)
    }
    guard !wanted.isEmpty else {
      guard round != nil else { return .wait(nil) }
      (round, shown, misses) = (nil, nil, [:])
      return .leave
    }
    if let round {
      let due = round.began + (hasNew ? Self.shortestPause : Self.pause)
      if now < due { return .wait(due - now) }
    }
    lastNumber += 1
    // In one order, so that equal questions make equal rounds.
    return .ask(number: lastNumber, wanted.keys.sorted { "\($0)" < "\($1)" })
  }

  /// Takes note of the other hosts.
  mutating func know(_ hosts: Set<String>) { self.hosts = hosts }

  /// Takes note of a round that was asked.
  ///
  /// - Parameters:
  ///   - hosts: the hosts that are up.
  ///   - missing: hosts that were up a short time ago.
  mutating func begin(
    _ number: Int64, _ questions: [PeerQuestion], of hosts: Set<String>, missing: Set<String>, at now: Duration
  ) {
    if isReady { shown = round }
    know(hosts.union(missing))
    round = Round(number: number, questions: questions, began: now, hosts: hosts, missing: missing)
    isOpen = true
    misses = misses.filter { hosts.contains($0.key) }
  }

  /// Takes in the answers of a host.
  ///
  /// - Returns: whether they are new ones of the newest round.
  mutating func receive(_ answers: [PeerWire.Received?], from host: String, to number: Int64) -> Bool {
    guard isOpen, let round, round.number == number, round.hosts.contains(host), round.answers[host] == nil else {
      return false
    }
    self.round?.answers[host] = answers
    misses[host] = nil
    return true
  }

  /// Whether the newest round shows something else than the one before.
  var isChanged: Bool { shown?.questions != round?.questions || shown?.answers != round?.answers }

  /// The hosts whose answers to the newest round are there.
  var answered: [String] { round.map { $0.answers.keys.sorted() } ?? [] }

  /// Whether views can show the newest round: each host has answered, apart from hosts that have missed ``mostMisses``
  /// rounds.
  var isReady: Bool {
    guard let round else { return false }
    return !isOpen || round.hosts.allSatisfy { round.answers[$0] != nil || misses[$0, default: 0] >= Self.mostMisses }
  }

  private mutating func close(missed: Bool) {
    isOpen = false
    guard missed, let round else { return }
    for host in round.hosts where round.answers[host] == nil { misses[host, default: 0] += 1 }
  }
}
