import Database
import Edge
import Engines
import Foundation
import Host
import Logging
import SwiftletTesting
import Synchronization
import Testing

@testable import Console
@testable import Jobs

/// Hosts that ask each other through one Postgres: `SWIFTLET_TEST_DATABASE` names the server.
@Suite(.enabled(if: TemporaryDatabase.server != nil, "SWIFTLET_TEST_DATABASE names no server"))
struct PeersTests {
  /// A host without sockets: its events, and the pages that ask all hosts.
  private struct Peer: Sendable {
    let name: String
    let ring = EventRing(stripes: 1)
    let peers: Peers
    let sources: ConsoleSources

    init(_ name: String, among hosts: [JobHost], on database: Database) throws {
      self.name = name
      let host = HostDescription(
        version: "1", name: name, started: EventFixture.now, isEmbedded: false, isLoopback: true, url: { "" })
      let controls = EventControls()
      let made = Peers(
        PeerResponder(host: name, ring: ring, controls: controls), hosts: { hosts }, on: database,
        clock: WallClock { EventFixture.now }, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
      peers = try #require(made)
      sources = ConsoleSources(
        controls: controls, ring: ring, functions: NoFunctions(), database: database,
        clock: WallClock { EventFixture.now }, host: host, peers: peers)
    }

    /// Asks until all hosts but the given ones have answered: a busy machine may need more than a second.
    func ask(_ question: PeerQuestion, silent: [String] = []) async -> HostAnswers {
      while true {
        let answers = await sources.hosts.ask(question)
        if !answers.isAlone, answers.silent == silent { return answers }
      }
    }

    func html(_ page: some Page, _ path: [String] = [], _ query: String = "") async throws -> String {
      try await page.content(of: EventFixture.view(path, query)).regions.map(\.content.text).joined(separator: "\n")
    }
  }

  /// Runs hosts while a body runs.
  ///
  /// - Parameter ended: further hosts that are not up, with the seconds since they were seen.
  private func withPeers(
    _ running: [String], among names: [String], ended: [String: TimeInterval] = [:],
    _ body: ([Peer], Database) async throws -> Void
  ) async throws {
    func host(_ name: String, ago seconds: TimeInterval, isUp: Bool) -> JobHost {
      JobHost(
        id: name, startedAt: EventFixture.now, seenAt: EventFixture.now.addingTimeInterval(-seconds), isUp: isUp,
        running: 0, leaseEnd: nil, figures: nil)
    }
    let hosts =
      names.map { host($0, ago: 0, isUp: true) } + ended.map { host($0.key, ago: $0.value, isUp: false) }
    let temporary = try await TemporaryDatabase(migrations: [JobSystem.migrations, .peers])
    do {
      let peers = try running.map { try Peer($0, among: hosts, on: temporary.database) }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for peer in peers { group.addTask { try await peer.peers.run() } }
        try await body(peers, temporary.database)
        group.cancelAll()
      }
    } catch {
      await temporary.remove()
      throw error
    }
    await temporary.remove()
  }

  @Test func theCallsOfTheOtherHostAreListedAndOpened() async throws {
    try await withPeers(["m/1/a", "m/2/b"], among: ["m/1/a", "m/2/b"]) { peers, _ in
      let (a, b) = (peers[0], peers[1])
      let (own, other) = (EventFixture.invocation("here", ago: 2), EventFixture.invocation("there", status: 500))
      a.ring.add(own)
      b.ring.add(other)
      b.ring.add(
        LogRecord(
          time: EventFixture.now, level: .error, message: "it <b>broke", function: "there", invocation: other.id))
      _ = await a.ask(.invocations(ListSelection(filter: "", limit: InvocationList.limit)))
      let list = try await a.html(InvocationsPage(a.sources))
      #expect(list.contains("here") && list.contains("there") && list.contains("m/2/b") && list.contains("Of 2 hosts."))
      let filtered = try await a.html(InvocationsPage(a.sources), [], "q=host%3Am%2F2")
      #expect(!filtered.contains("<td>here</td>") && filtered.contains("Of 1 host."))
      _ = await a.ask(.invocation(other.id))
      let detail = try await a.html(InvocationsPage(a.sources), [other.id.lowercased])
      #expect(detail.contains("it &lt;b&gt;broke") && detail.contains("m/2/b"))
      _ = await a.ask(.logs(ListSelection(filter: "", limit: LogList.limit)))
      let logs = try await a.html(LogsPage(a.sources))
      let line = try #require(logs.firstMatch(of: #/console/logs/(\d+)\?host=m%2F2%2Fb/#)?.1)
      _ = await a.ask(.line(RecordPlace(host: "m/2/b", sequence: UInt64(line) ?? 0)))
      let lineDetail = try await a.html(LogsPage(a.sources), [String(line)], "host=m%2F2%2Fb")
      #expect(lineDetail.contains("it &lt;b&gt;broke"))
    }
  }

  @Test func figuresAndErrorsAreSums() async throws {
    try await withPeers(["a", "b"], among: ["a", "b"]) { peers, _ in
      for peer in peers {
        for milliseconds in [1, 10, 100] { peer.ring.add(EventFixture.invocation("like", milliseconds: milliseconds)) }
        peer.ring.add(EventFixture.invocation("like", status: 500, ago: peer.name == "a" ? 5 : 3, milliseconds: 1000))
      }
      let answers = await peers[0].ask(.errors)
      let group = try #require(answers.errorGroups.first)
      #expect(answers.errorGroups.count == 1 && group.count == 2)
      #expect(group.last.timeIntervalSince(EventFixture.now) == -3)
      #expect(group.first.timeIntervalSince(EventFixture.now) == -5)
      let rings = peers.map { $0.ring.functionStatistics(now: EventFixture.now) }
      let sum = try #require(FunctionStatistics.summed(rings, now: EventFixture.now).first)
      let both = EventRing(stripes: 1)
      for record in peers.flatMap({ $0.ring.invocations().reversed() }) { both.add(record) }
      let whole = try #require(both.functionStatistics(now: EventFixture.now).first)
      #expect(sum.calls == 8 && sum.errors == 2 && sum.minutes == whole.minutes)
      #expect(sum.sum().quantile(0.95) == whole.sum().quantile(0.95))
    }
  }

  @Test func aHostAnswersWithTheFiguresOfItsClocksLastHour() async throws {
    try await withPeers(["a", "b"], among: ["a", "b"]) { peers, _ in
      for peer in peers { peer.ring.add(EventFixture.invocation("like")) }
      let answers = await peers[0].ask(.figures(function: nil))
      let figures = try #require(answers.statistics(now: EventFixture.now).first)
      #expect(figures.sum().calls == 2)
    }
  }

  @Test func aHostThatDoesNotAnswerIsNamed() async throws {
    try await withPeers(["a", "b"], among: ["a", "b", "gone"]) { peers, _ in
      peers[1].ring.add(EventFixture.invocation("there"))
      let answers = await peers[0].ask(
        .invocations(ListSelection(filter: "", limit: InvocationList.limit)), silent: ["gone"])
      #expect(answers.parts.map(\.host) == ["a", "b"])
      let list = try await peers[0].html(InvocationsPage(peers[0].sources))
      #expect(list.contains("gone did not answer") && list.contains("there"))
    }
  }

  @Test func aHostThatEndedIsNamedForFiveMinutesOfTheClock() async throws {
    try await withPeers(["a", "b"], among: ["a", "b"], ended: ["just now": 100, "long ago": 600]) { peers, _ in
      var answers = await peers[0].sources.hosts.ask(.errors)
      while answers.parts.count < 2 { answers = await peers[0].sources.hosts.ask(.errors) }
      #expect(answers.silent == ["just now"])
    }
  }

  @Test func manyViewsMakeOneRowPerHost() async throws {
    try await withPeers(["a", "b"], among: ["a", "b"]) { peers, database in
      await withDiscardingTaskGroup { group in
        for number in 0..<20 {
          group.addTask {
            _ = await peers[0].ask(number % 2 == 0 ? .errors : .line(RecordPlace(host: "b", sequence: UInt64(number))))
          }
        }
      }
      let asked: Int? = try await database.first("SELECT count(*) AS n FROM swiftlet.console_questions")?.get("n")
      let answered: Int? = try await database.first("SELECT count(*) AS n FROM swiftlet.console_answers")?.get("n")
      #expect(asked == 1 && answered == 1)
    }
  }

  @Test func rowsAreReadOnceAndRemoved() async throws {
    try await withPeers([], among: []) { _, database in
      let (a, b) = (PeerStore(database, host: "a"), PeerStore(database, host: "b"))
      try await a.ask("[1]", round: 1)
      try await a.ask("[2]", round: 2)
      #expect(try await a.questions() == [])
      let asked = try #require(try await b.questions().first)
      #expect(asked == PeerStore.Asked(asker: "a", round: 2, questions: "[2]"))
      try await b.answer("[]", to: asked)
      #expect(try await a.answers(to: 2, without: []) == [PeerStore.Answered(host: "b", answers: "[]")])
      #expect(try await a.answers(to: 2, without: ["b", "\"x\\"]) == [])
      #expect(try await a.answers(to: 1, without: []) == [])
      try await database.execute("UPDATE swiftlet.console_questions SET asked_at = asked_at - INTERVAL '3 seconds'")
      #expect(try await b.questions() == [])
      try await database.execute("UPDATE swiftlet.console_answers SET answered_at = answered_at - INTERVAL '2 minutes'")
      try await b.removeOld()
      #expect(try await a.answers(to: 2, without: []) == [])
      try await a.leave()
      let left: Int? = try await database.first("SELECT count(*) AS n FROM swiftlet.console_questions")?.get("n")
      #expect(left == 0)
    }
  }
}

/// A database of one host.
@Suite struct LoneHostTests {
  @Test func nothingIsAskedOnSQLite() async throws {
    let database = Database(try SQLiteEngine.temporary())
    let responder = PeerResponder(host: "a", ring: EventRing(stripes: 1), controls: EventControls())
    #expect(Peers(responder, hosts: { [] }, on: database, clock: .system, logger: Logger(label: "test")) == nil)
    let answers = await ConsoleSources.of(EventControls()).hosts.ask(.errors)
    #expect(answers.isAlone && answers.parts.map(\.isOwn) == [true])
    #expect(HostsNote(answers).html == .empty)
    await database.close()
  }
}
