package import Database
package import Edge
import FoundationEssentials
import Host
package import Jobs
package import Logging
import ServiceLifecycle
import Synchronization

/// The other hosts on one Postgres: asks them for what the pages of this host show, and answers what they ask.
///
/// Questions and answers are rows; `NOTIFY` says that there are new ones. Nothing is asked while no page is looked at.
package final class Peers: Service {
  /// The time for which the list of hosts is kept.
  private static let lifetime = Duration.seconds(5)
  /// The time between two reads of answers while no notification has come.
  private static let pollPause = Duration.milliseconds(100)
  /// The seconds for which a host that ended without removing its row counts as one that did not answer.
  private static let memory: TimeInterval = 300

  /// The hosts to ask, and those that were up a short time ago.
  private struct Hosts {
    var up: Set<String> = []
    var missing: Set<String> = []
  }

  private struct State {
    var rounds = PeerRounds()
    /// The views that wait for answers.
    var waiting: [WakeUp] = []
    var isNotified = false
    /// The hosts as they were known last.
    var last = Hosts()
    var onChange: @Sendable () -> Void = {}
  }

  private let state = Mutex(State())
  private let work = WakeUp()
  private let host: String
  private let store: PeerStore
  private let notifications: any DatabaseNotifications
  private let listener: PeerListener
  private let known: SharedAnswer<Hosts?>
  private let hosts: @Sendable () async throws -> [JobHost]
  private let clock: WallClock
  private let logger: Logger
  private let start = ContinuousClock.now

  /// - Returns: nil if the database has one host only.
  package init?(
    _ responder: PeerResponder, hosts: @escaping @Sendable () async throws -> [JobHost], on database: Database,
    clock: WallClock, logger: Logger
  ) {
    guard database.dialect == .postgres, let notifications = database.engine.notifications else { return nil }
    host = responder.host
    store = PeerStore(database, host: host)
    self.notifications = notifications
    listener = PeerListener(
      responder, store: store, notifications: notifications, clock: clock, logger: logger)
    known = SharedAnswer(for: Self.lifetime)
    self.hosts = hosts
    self.clock = clock
    self.logger = logger
  }

  /// Sets the closure that is called when answers have changed. The closure must return at once.
  func onChange(_ observe: @escaping @Sendable () -> Void) { state.withLock { $0.onChange = observe } }

  // MARK: Views

  /// The answers of the other hosts to some questions. It waits for hosts, but never for longer than
  /// ``PeerRounds/patience``.
  func answers(to questions: [PeerQuestion]) async -> [PeerRounds.Answers] {
    let end = now + PeerRounds.patience
    while true {
      let ready = WakeUp()
      let (answers, isNew) = state.withLock { [now] state -> ([PeerRounds.Answers]?, Bool) in
        let isNew = questions.map { state.rounds.want($0, at: now) }.contains(true)
        let found = questions.compactMap { state.rounds.answers(to: $0) }
        if found.count == questions.count { return (found, isNew) }
        if now >= end {
          let silent = PeerRounds.Answers(silent: state.rounds.hosts)
          return (questions.map { state.rounds.answers(to: $0) ?? silent }, isNew)
        }
        state.waiting.append(ready)
        return (nil, isNew)
      }
      if isNew { work.signal() }
      if let answers { return answers }
      _ = await ready.wait(upTo: max(.zero, end - now))
    }
  }

  // MARK: Rounds

  /// Asks and answers until graceful shutdown.
  package func run() async throws {
    await cancelWhenGracefulShutdown {
      await withDiscardingTaskGroup { group in
        group.addTask { await self.listener.run() }
        group.addTask {
          for await _ in self.notifications.listen(to: PeerStore.answersChannel(of: self.host)) {
            self.state.withLock { $0.isNotified = true }
            self.work.signal()
          }
        }
        group.addTask { await self.ask() }
      }
    }
  }

  private func ask() async {
    while !Task.isCancelled {
      switch state.withLock({ [now] in $0.rounds.next(at: now) }) {
      case .wait(let limit): _ = await work.wait(upTo: limit ?? .seconds(3600))
      case .ask(let number, let questions): await ask(questions, number)
      case .read(let number, let limit):
        let isNotified = state.withLock(\.isNotified)
        let isWoken = await work.wait(upTo: isNotified ? limit : min(limit, Self.pollPause))
        if isWoken || !isNotified || limit <= Self.pollPause { await read(number) }
      case .leave: await attempt("Could not remove the questions to other hosts") { try await self.store.leave() }
      }
    }
  }

  private func ask(_ questions: [PeerQuestion], _ number: Int64) async {
    let found = await known.get { await self.look() }
    var hosts = state.withLock { state in
      // While the list cannot be read, the hosts that were known have not answered.
      state.last = found ?? Hosts(missing: state.last.up.union(state.last.missing))
      state.rounds.know(state.last.up.union(state.last.missing))
      return state.last
    }
    if !hosts.up.isEmpty {
      let isAsked = await attempt("Could not ask the other hosts") {
        try await self.store.ask(PeerWire.text(of: questions), round: number)
      }
      if !isAsked { hosts = Hosts(missing: hosts.up.union(hosts.missing)) }
    }
    state.withLock { [now, hosts] state in
      state.rounds.begin(number, questions, of: hosts.up, missing: hosts.missing, at: now)
    }
    publish()
  }

  private func read(_ number: Int64) async {
    let answered = state.withLock { $0.rounds.answered }
    await attempt("Could not read the answers of other hosts") {
      for row in try await self.store.answers(to: number, without: answered) {
        let answers = PeerWire.answers(in: row.answers)
        _ = self.state.withLock { $0.rounds.receive(answers, from: row.host, to: number) }
      }
    }
    publish()
  }

  /// Wakes the views that wait, once there is something for them.
  private func publish() {
    let (waiting, onChange) = state.withLock { state -> ([WakeUp], (@Sendable () -> Void)?) in
      guard state.rounds.isReady else { return ([], nil) }
      defer { state.waiting = [] }
      return (state.waiting, state.rounds.isChanged ? state.onChange : nil)
    }
    for view in waiting { view.signal() }
    onChange?()
  }

  /// The other hosts; nil if they cannot be read.
  private func look() async -> Hosts? {
    var found = Hosts()
    let isRead = await attempt("Could not read the list of hosts") {
      let earliest = clock.now.addingTimeInterval(-Self.memory)
      for other in try await self.hosts() where other.id != self.host {
        if other.isUp { found.up.insert(other.id) } else if other.seenAt > earliest { found.missing.insert(other.id) }
      }
    }
    return isRead ? found : nil
  }

  @discardableResult
  private func attempt(_ failure: Logger.Message, _ body: () async throws -> Void) async -> Bool {
    do {
      try await body()
      return true
    } catch is CancellationError {
      return false
    } catch {
      logger.debug(failure, metadata: ["error": "\(error)"])
      return false
    }
  }

  /// The time since this object was created.
  private var now: Duration { start.duration(to: .now) }
}
