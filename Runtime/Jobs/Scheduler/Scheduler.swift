import Database
import Edge
import FoundationEssentials
import Logging
import Scheduling
import ServiceLifecycle

/// The service that writes a row into the queue for each tick of each schedule.
///
/// The state is in the rows, not in a host's memory: ten hosts that write the same tick write one row. The clock is the
/// database's. The time up to which ticks are decided is stored too, so a clock that steps back repeats nothing.
package struct Scheduler: Service {
  private let store: JobStore
  private let registries: JobRegistrySource
  private let signals: JobSignals
  private let logger: Logger

  /// The largest number of schedules in one transaction, so that the first of a thousand start while the last are still
  /// being decided.
  private static let batch = 250

  init(store: JobStore, registries: JobRegistrySource, signals: JobSignals, logger: Logger) {
    self.store = store
    self.registries = registries
    self.signals = signals
    self.logger = logger
  }

  /// Writes ticks until graceful shutdown.
  package func run() async throws {
    try await withGracefulShutdownHandler {
      try await cancelWhenGracefulShutdown { try await loop() }
    } onGracefulShutdown: {
      registries.replaced.signal()
    }
  }

  private func loop() async throws {
    // The version of the registry whose schedules are stored, and their names.
    var registered: (version: UInt64?, names: Set<String>) = (nil, [])
    var isClockSet = false
    var watch = ScheduleWatch(jobs, since: store.clock.now)
    while !Task.isCancelled, !Task.isShuttingDownGracefully {
      do {
        let version = registries.version
        if registered.version != version {
          watch = ScheduleWatch(jobs, since: watch.since)
          try await store.setClock()
          // The time before the clock was first set is not valid. A tick that comes during the registration is watched.
          // A failed registration leaves the start of the watch as it is.
          if !isClockSet, store.databaseClock != nil { watch.since = store.clock.now }
          isClockSet = true
          let names = try await register(replacing: registered.names)
          registered = (version, names)
        }
        try await fire(&watch)
      } catch is CancellationError {
        return
      } catch {
        // The ticks stay due, so a late write loses none.
        logger.error("Ticks cannot be written", metadata: ["error": "\(error)"])
        try? await Task.sleep(for: .milliseconds(500))
      }
      _ = await registries.replaced.wait(upTo: watch.pause(at: store.clock.now))
    }
  }

  /// The jobs whose schedules run.
  private var jobs: [JobRegistry.Scheduled] { registries.current.scheduled.filter(\.isEnabled) }

  /// Stores the schedules in the database. New ones begin now. Those that are disabled on this host are left to others.
  ///
  /// - Parameter former: the names of the schedules that this process stored before.
  /// - Returns: the names of those that it stored now.
  @discardableResult
  func register(replacing former: Set<String> = []) async throws -> Set<String> {
    let all = registries.current.scheduled
    let definitions = all.filter(\.isEnabled).map {
      ($0.job.name, "\($0.schedule.expression) \($0.schedule.timeZone)")
    }
    try await store.register(
      Dictionary(definitions) { $1 }, leaving: all.filter { !$0.isEnabled }.map(\.job.name), replacing: former)
    return Set(definitions.map(\.0))
  }

  /// Writes the ticks that are due by now.
  func fire(_ watch: inout ScheduleWatch) async throws {
    // In the database's precision, so that the stored time equals this one.
    let now = Date(timeIntervalSince1970: (store.clock.now.timeIntervalSince1970 * 1000).rounded(.down) / 1000)
    watch.noteClock(now)
    var due = watch.due(at: now)[...]
    while !due.isEmpty {
      let batch = Array(due.prefix(Self.batch))
      due = due.dropFirst(Self.batch)
      do {
        try await decide(batch, in: &watch, now: now)
      } catch let error as DatabaseError where error.code.isAboutData {
        try await decideSingly(batch, in: &watch, now: now)
      }
    }
    watch.since = now
  }

  /// Decides each schedule in a transaction of its own, so that one whose ticks the database refuses does not keep the
  /// others from running.
  private func decideSingly(_ jobs: [JobRegistry.Scheduled], in watch: inout ScheduleWatch, now: Date) async throws {
    for job in jobs {
      do {
        try await decide([job], in: &watch, now: now)
      } catch let error as DatabaseError where error.code.isAboutData {
        logger.error(
          "The ticks of a schedule cannot be written", metadata: ["job": "\(job.job.name)", "error": "\(error)"])
        watch.postpone(job, at: now)
      }
    }
  }

  private func decide(_ jobs: [JobRegistry.Scheduled], in watch: inout ScheduleWatch, now: Date) async throws {
    let (replaced, ahead) = try await decide(jobs, watchedSince: watch.since, now: now)
    watch.decided(jobs, at: now)
    for job in jobs { report(job.job.name, decidedUntil: ahead[job.job.name], in: &watch) }
    signals.ticked()
    if replaced { signals.cancelled() }
  }

  /// Logs once that a schedule does not run because the clock was set back. `decidedUntil` is nil if it runs.
  private func report(_ name: String, decidedUntil: Date?, in watch: inout ScheduleWatch) {
    guard watch.note(name, isAhead: decidedUntil != nil), let decidedUntil else { return }
    logger.error(
      """
      The clock was set back: a schedule has no tick before an instant that lies ahead. The command jobs resume lets it \
      go on now
      """,
      metadata: [
        "job": "\(name)", "no_tick_before": "\(WireDate.string(from: decidedUntil))", "command": "jobs resume \(name)",
      ])
  }

  /// Decides the ticks of some schedules in one transaction.
  ///
  /// - Returns: whether it has cancelled a job; and the instants far ahead of the clock up to which ticks were decided
  ///   before, by the schedule's name.
  private func decide(
    _ jobs: [JobRegistry.Scheduled], watchedSince: Date, now: Date
  ) async throws -> (replaced: Bool, ahead: [String: Date]) {
    try await store.transaction { [store] transaction in
      let states = try await store.scheduleStates(of: jobs.map(\.job.name), in: transaction)
      var ticks: [DueTick] = []
      var skips: [SkippedTick] = []
      var until: [String: Date] = [:]
      var replaces = false
      var ahead: [String: Date] = [:]
      for scheduled in jobs {
        let job = scheduled.job
        guard let state = states[job.name] else { continue }
        if !state.isPaused, state.isAhead(of: now) { ahead[job.name] = state.lastTick }
        let plan = TickPlan(
          scheduled.schedule, catchUp: job.catchUp, overlap: job.overlap, decidedUntil: state.lastTick,
          watchedSince: watchedSince, now: now, isPaused: state.isPaused, lastRun: state.lastRun)
        if plan.replacesLast {
          try await store.replaceLastRun(of: job.name, in: transaction)
          replaces = true
        }
        ticks += plan.runs.map { DueTick(job, $0) }
        skips += plan.skips.map { SkippedTick(name: job.name, tick: $0.tick, isLate: $0.isLate, reason: $0.reason) }
        until[job.name] = plan.decidedUntil
      }
      try await store.decide(ticks, skips, until: until, in: transaction)
      return (replaced: replaces, ahead: ahead)
    }
  }
}

extension DueTick {
  fileprivate init(_ job: Job, _ run: TickPlan.Run) {
    name = job.name
    tick = run.tick
    runAt = run.tick.addingTimeInterval(Jitter.delay(of: job.name, at: run.tick, upTo: job.jitter))
    isLate = run.isLate
    lane = job.policyOfLane.isLimited ? job.name : ""
    maximumAttempts = job.queue.attempts
  }
}
