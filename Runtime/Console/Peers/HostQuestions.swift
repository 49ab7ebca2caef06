package import Edge

/// Asks all hosts of the database. The other hosts get a question through the database; this host answers it directly.
package struct HostQuestions: Sendable {
  private let responder: PeerResponder
  private let peers: Peers?
  private let clock: WallClock

  /// - Parameter peers: the other hosts; nil on a database of one host.
  package init(_ responder: PeerResponder, peers: Peers?, clock: WallClock) {
    self.responder = responder
    self.peers = peers
    self.clock = clock
  }

  /// Sets the closure that is called when the answers of other hosts have changed. The closure must return at once.
  func onChange(_ observe: @escaping @Sendable () -> Void) { peers?.onChange(observe) }

  package func ask(_ question: PeerQuestion) async -> HostAnswers { await ask([question])[0] }

  /// The answers to some questions, which the other hosts get together.
  package func ask(_ questions: [PeerQuestion]) async -> [HostAnswers] {
    let others = await peers?.answers(to: questions)
    var answers: [HostAnswers] = []
    for (index, question) in questions.enumerated() {
      let own = await responder.answer(question, isOwn: true, now: clock.now)
      let other = others?[index] ?? PeerRounds.Answers()
      answers.append(HostAnswers(HostValue(host: responder.host, isOwn: true, value: own), others: other))
    }
    return answers
  }
}
