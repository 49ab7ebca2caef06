import Foundation
import Testing

@testable import Console

@Suite struct PeerRoundsTests {
  private static let errors = PeerQuestion.errors
  private static let workers = PeerQuestion.workers
  private static let answer = PeerWire.Received(answer: .errors([]), isCut: false)
  private var rounds = PeerRounds()

  /// Begins the round that is due.
  private mutating func begin(of hosts: Set<String>, missing: Set<String> = [], at now: Duration) throws -> Int64 {
    guard case .ask(let number, let questions) = rounds.next(at: now) else {
      Issue.record("No round is due at \(now)")
      return 0
    }
    rounds.begin(number, questions, of: hosts, missing: missing, at: now)
    return number
  }

  @Test mutating func nothingIsAskedWithoutViews() {
    #expect(rounds.next(at: .zero) == .wait(nil))
    #expect(rounds.answers(to: Self.errors) == nil)
  }

  @Test mutating func allViewsShareARound() throws {
    for _ in 0..<20 { _ = rounds.want(Self.errors, at: .zero) }
    #expect(rounds.next(at: .zero) == .ask(number: 1, [Self.errors]))
    rounds.begin(1, [Self.errors], of: ["b"], missing: [], at: .zero)
    #expect(rounds.next(at: .milliseconds(10)) == .read(number: 1, within: .milliseconds(990)))
    let isTaken = rounds.receive([Self.answer], from: "b", to: 1)
    #expect(isTaken)
    #expect(rounds.answers(to: Self.errors) == .init(received: ["b": Self.answer]))
    let wants = (0..<20).map { _ in rounds.want(Self.errors, at: .milliseconds(20)) }
    #expect(!wants.contains(true))
    #expect(rounds.next(at: .milliseconds(20)) == .wait(.milliseconds(980)))
    #expect(rounds.next(at: .seconds(1)) == .ask(number: 2, [Self.errors]))
  }

  @Test mutating func aNewQuestionIsAskedSoon() throws {
    _ = rounds.want(Self.errors, at: .zero)
    let first = try begin(of: ["b"], at: .zero)
    _ = rounds.receive([Self.answer], from: "b", to: first)
    #expect(rounds.next(at: .milliseconds(10)) == .wait(.milliseconds(990)))
    let isNew = rounds.want(Self.workers, at: .milliseconds(20))
    #expect(isNew)
    #expect(rounds.next(at: .milliseconds(20)) == .wait(.milliseconds(5)))
    #expect(rounds.next(at: .milliseconds(25)) == .ask(number: 2, [Self.errors, Self.workers]))
  }

  @Test mutating func aHostThatDoesNotAnswerIsNamedAfterASecond() throws {
    _ = rounds.want(Self.errors, at: .zero)
    let number = try begin(of: ["b", "c"], missing: ["d"], at: .zero)
    _ = rounds.receive([Self.answer], from: "b", to: number)
    #expect(rounds.next(at: .milliseconds(999)) == .read(number: 1, within: .milliseconds(1)))
    #expect(rounds.answers(to: Self.errors) == nil)
    #expect(rounds.next(at: .seconds(1)) == .ask(number: 2, [Self.errors]))
    #expect(rounds.answers(to: Self.errors) == .init(received: ["b": Self.answer], silent: ["c", "d"]))
  }

  @Test mutating func theOtherHostsAreKnownBeforeARoundAndAfterTheLast() throws {
    rounds.know(["b", "c"])
    #expect(rounds.hosts == ["b", "c"])
    _ = rounds.want(Self.errors, at: .zero)
    _ = try begin(of: ["b"], missing: ["d"], at: .zero)
    #expect(rounds.hosts == ["b", "d"])
    #expect(rounds.next(at: PeerRounds.lifetime) == .leave)
    #expect(rounds.hosts == ["b", "d"])
  }

  @Test mutating func aPageDoesNotWaitForAHostThatMissedTwoRounds() throws {
    for second in 0..<2 {
      _ = rounds.want(Self.errors, at: .seconds(second))
      let number = try begin(of: ["b", "c"], at: .seconds(second))
      _ = rounds.receive([Self.answer], from: "b", to: number)
      #expect(!rounds.isReady)
    }
    _ = rounds.want(Self.errors, at: .seconds(2))
    let third = try begin(of: ["b", "c"], at: .seconds(2))
    #expect(!rounds.isReady)
    _ = rounds.receive([Self.answer], from: "b", to: third)
    #expect(rounds.isReady)
    #expect(rounds.answers(to: Self.errors)?.silent == ["c"])
    // Its answer still counts, and the next page waits for it again.
    let isTaken = rounds.receive([Self.answer], from: "c", to: third)
    #expect(isTaken)
    #expect(rounds.answers(to: Self.errors)?.silent == [])
    _ = rounds.want(Self.errors, at: .seconds(3))
    let fourth = try begin(of: ["b", "c"], at: .seconds(3))
    _ = rounds.receive([Self.answer], from: "b", to: fourth)
    #expect(!rounds.isReady)
  }

  @Test mutating func aNewQuestionDoesNotWaitForASilentHost() throws {
    for second in 0..<3 {
      _ = rounds.want(Self.errors, at: .seconds(second))
      let number = try begin(of: ["b", "c"], at: .seconds(second))
      _ = rounds.receive([Self.answer], from: "b", to: number)
    }
    #expect(rounds.next(at: .milliseconds(2010)) == .read(number: 3, within: .milliseconds(990)))
    _ = rounds.want(Self.workers, at: .milliseconds(2010))
    #expect(rounds.next(at: .milliseconds(2010)) == .read(number: 3, within: .milliseconds(15)))
    #expect(rounds.next(at: .milliseconds(2025)) == .ask(number: 4, [Self.errors, Self.workers]))
  }

  @Test mutating func answersToOtherRoundsAndOfOtherHostsDoNotCount() throws {
    _ = rounds.want(Self.errors, at: .zero)
    let number = try begin(of: ["b"], at: .zero)
    for (host, round) in [("b", number - 1), ("b", number + 1), ("x", number)] {
      let isTaken = rounds.receive([Self.answer], from: host, to: round)
      #expect(!isTaken)
    }
    let (once, twice) = (
      rounds.receive([Self.answer], from: "b", to: number), rounds.receive([nil], from: "b", to: number)
    )
    #expect(once && !twice)
  }

  @Test mutating func aQuestionThatAHostDoesNotKnowCountsAsNotAnswered() throws {
    _ = rounds.want(Self.errors, at: .zero)
    let number = try begin(of: ["b", "c"], at: .zero)
    _ = rounds.receive([nil], from: "b", to: number)
    _ = rounds.receive([], from: "c", to: number)
    #expect(rounds.answers(to: Self.errors) == .init(silent: ["b", "c"]))
  }

  @Test mutating func theRowsAreRemovedOnceNothingIsWanted() throws {
    _ = rounds.want(Self.errors, at: .zero)
    let number = try begin(of: ["b"], at: .zero)
    _ = rounds.receive([Self.answer], from: "b", to: number)
    #expect(rounds.next(at: PeerRounds.lifetime - .milliseconds(1)) == .ask(number: 2, [Self.errors]))
    #expect(rounds.next(at: PeerRounds.lifetime) == .leave)
    #expect(rounds.next(at: PeerRounds.lifetime) == .wait(nil))
    #expect(rounds.answers(to: Self.errors) == nil)
  }

  @Test mutating func theSlowestPulseFindsItsRoundsGoingOn() throws {
    _ = rounds.want(Self.errors, at: .zero)
    for second in 0..<5 {
      let number = try begin(of: ["b", "c"], at: .seconds(second))
      _ = rounds.receive([Self.answer], from: "b", to: number)
    }
    let isNew = rounds.want(Self.errors, at: PulseRule.limit)
    #expect(!isNew)
    #expect(rounds.answers(to: Self.errors) == .init(received: ["b": Self.answer], silent: ["c"]))
  }

  @Test mutating func aHostThatIsAloneAsksEachSecondWhetherItStillIs() throws {
    _ = rounds.want(Self.errors, at: .zero)
    _ = try begin(of: [], at: .zero)
    #expect(rounds.answers(to: Self.errors) == .init())
    #expect(rounds.answers(to: Self.workers) == .init())
    #expect(rounds.next(at: .milliseconds(1)) == .wait(.milliseconds(999)))
  }

  @Test mutating func theQuestionsOfARoundAreLimited() {
    for number in 0..<100 {
      _ = rounds.want(.line(RecordPlace(host: "b", sequence: UInt64(number))), at: .milliseconds(number))
    }
    guard case .ask(_, let questions) = rounds.next(at: .milliseconds(100)) else {
      Issue.record("No round is due")
      return
    }
    #expect(questions.count == PeerRounds.mostQuestions)
    #expect(questions.contains(.line(RecordPlace(host: "b", sequence: 99))))
    #expect(!questions.contains(.line(RecordPlace(host: "b", sequence: 0))))
  }

  @Test mutating func theLastAnswersAreShownUntilTheNextAreThere() throws {
    _ = rounds.want(Self.errors, at: .zero)
    let first = try begin(of: ["b"], at: .zero)
    _ = rounds.receive([Self.answer], from: "b", to: first)
    _ = rounds.next(at: .milliseconds(10))
    _ = try begin(of: ["b"], at: .seconds(1))
    #expect(rounds.answers(to: Self.errors) == .init(received: ["b": Self.answer]))
  }
}
