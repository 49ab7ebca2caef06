import Database
import Logging
import NIOCore
import ServiceLifecycle
import Synchronization

/// The service that asks the database about shared limits: one statement at a time, for the keys of all limits.
///
/// It asks at once when a call waits, and twice a second for what is not debited or not used. When the database does
/// not answer for a second, calls are decided without it, by this host's share of the limits.
package final class LimitLeases: Service {
  private static let tick = Duration.milliseconds(500)
  private static let pruneInterval = Duration.seconds(60)
  /// The time between two looks at the number of hosts.
  private static let countInterval = Duration.seconds(4)
  /// The time after which every host knows of this one: each looks every four seconds.
  private static let settling = Duration.seconds(10)
  /// The time without an answer after which calls are decided without the database.
  private static let patience = Duration.seconds(1)
  /// The most keys of one statement.
  private static let mostKeys = 256

  /// Returns the limits. There may be none, and there may be more later.
  private let limits: @Sendable () -> [SharedLimiter]
  private let state: LeaseState
  private let store: LeaseStore
  private let hosts: @Sendable () async throws -> Int
  private let logger: Logger
  /// The instant at which the statement in hand began.
  private let asking = Mutex<ContinuousClock.Instant?>(nil)

  /// - Parameter limits: returns the limits that are shared by now.
  init(
    _ limits: @escaping @Sendable () -> [SharedLimiter], _ state: LeaseState, database: Database,
    hosts: @escaping @Sendable () async throws -> Int, logger: Logger
  ) {
    self.limits = limits
    self.state = state
    store = LeaseStore(database: database)
    self.hosts = hosts
    self.logger = logger
  }

  /// Asks until graceful shutdown, and then returns what this host has not used.
  package func run() async throws {
    // The first calls wait for the database: what hosts admit alone at their start would add up to more than the limit.
    _ = state.set(isAway: false)
    await withGracefulShutdownHandler {
      await withDiscardingTaskGroup { group in
        group.addTask { await self.watch() }
        group.addTask { await self.prune() }
        await self.work()
        group.cancelAll()
      }
    } onGracefulShutdown: {
      self.state.finish()
    }
  }

  /// Wakes the work twice a second, and decides about waiting calls when the database takes too long.
  private func watch() async {
    while (try? await Task.sleep(for: Self.tick)) != nil {
      if let start = asking.withLock({ $0 }), start.duration(to: .now) > Self.patience {
        leave("it does not answer")
      } else {
        state.wake()
      }
    }
  }

  /// Removes the rows of keys that are full again, once a minute.
  private func prune() async {
    while (try? await Task.sleep(for: Self.pruneInterval)) != nil {
      guard !limits().isEmpty else { continue }
      do {
        try await store.prune()
      } catch {
        logger.debug("Rows of rate limits were not removed", metadata: ["reason": "\(error)"])
      }
    }
  }

  private func work() async {
    let began = ContinuousClock.now
    var lastCount: ContinuousClock.Instant?
    for await _ in state.wakes where !limits().isEmpty {
      await perform {
        // While the database is away, its answer to this shows that it is back.
        if state.isAway || lastCount.map({ $0.duration(to: .now) >= Self.countInterval }) ?? true {
          try await self.count(since: began)
          lastCount = .now
        }
        try await self.ask(isLast: false)
      }
    }
    if !limits().isEmpty { await perform { try await self.ask(isLast: true) } }
    leave(nil)
  }

  /// Runs statements, and sets by their outcome whether the database is away.
  private func perform(_ statements: () async throws -> Void) async {
    asking.withLock { $0 = .now }
    do {
      try await statements()
      asking.withLock { $0 = nil }
      if state.set(isAway: false) { logger.debug("Rate limits are shared with the other hosts") }
    } catch {
      asking.withLock { $0 = nil }
      leave("\(error)")
    }
  }

  private func leave(_ reason: String?) {
    if state.set(isAway: true), let reason {
      logger.warning(
        "Rate limits are kept by this host alone until the database is back", metadata: ["reason": "\(reason)"])
    }
    for limiter in limits() { limiter.fail(at: Self.now) }
  }

  private func count(since began: ContinuousClock.Instant) async throws {
    let hosts = max(1, try await hosts())
    let isSettled = began.duration(to: .now) >= Self.settling
    for limiter in limits() { limiter.share(among: hosts, isSettled: isSettled) }
  }

  private func ask(isLast: Bool) async throws {
    while true {
      let asked = Self.now
      var questions: [SharedLimiter.Question] = []
      for limiter in limits() {
        questions += limiter.questions(upTo: Self.mostKeys - questions.count, isLast: isLast, at: asked)
      }
      guard !questions.isEmpty else { return }
      for statement in questions.statements {
        let start = Self.now
        let answers = try await store.debit(statement)
        let now = Self.now
        for question in statement {
          guard let answer = answers[question.storedKey] else { throw MissingAnswer(key: question.storedKey) }
          question.limiter.take(answer, to: question, from: start, at: now)
        }
      }
      guard questions.count == Self.mostKeys else { return }
    }
  }

  /// The clock by which the dispatcher counts calls.
  private static var now: Int64 { Int64(clamping: NIODeadline.now().uptimeNanoseconds) }
}

/// The error of a statement that says nothing about a key.
private struct MissingAnswer: Error {
  let key: String
}
