import Database
import Edge
import FoundationEssentials

/// Reads the counts of the queue once for all callers, as often as ``CountsFreshness`` allows.
actor CountsReader {
  private let store: JobStore
  private let registries: JobRegistrySource
  private var freshness = CountsFreshness()
  private var last: (counts: QueueCounts, at: ContinuousClock.Instant, changes: Int)?
  private var minutes: RunMinutes?
  /// The number of changes by commands. Counts that were read before the latest one are used only if no reading ends in
  /// time.
  private(set) var changes = 0
  private var isReading = false
  /// Why the last reading failed; nil if it succeeded.
  private var failure: (any Error)?
  /// The callers that wait for the end of the reading.
  private var waiting: [WakeUp] = []

  /// The time for which a caller waits for a reading. It then gets the last counts, if there are any.
  private let patience: Duration

  init(store: JobStore, registries: JobRegistrySource, patience: Duration = .seconds(1)) {
    self.store = store
    self.registries = registries
    self.patience = patience
  }

  /// The counts. `background` starts a reading, which outlives its callers.
  ///
  /// - Throws: `FunctionError` 503 if there are no counts yet and the reading takes longer than ``patience``; the error
  ///   of a reading that failed.
  func counts(
    background: @Sendable (@escaping @Sendable () async throws -> Void) -> Void
  ) async throws -> QueueCounts {
    switch freshness.decide(age: last.flatMap { $0.changes == changes ? .now - $0.at : nil }) {
    case .use: break
    case .useAndRead: begin(background)
    case .read:
      begin(background)
      let isRead = await endOfReading()
      if isRead, let failure { throw failure }
    }
    guard let last else { throw FunctionError.notConnected("The jobs of the queue are being counted") }
    return last.counts
  }

  /// Makes the next caller read the counts again, after a change by a command.
  func invalidate() { changes += 1 }

  /// Starts a reading, unless one goes on.
  private func begin(_ background: @Sendable (@escaping @Sendable () async throws -> Void) -> Void) {
    guard !isReading else { return }
    isReading = true
    background { [self] in await read() }
  }

  /// Waits for the reading that goes on.
  ///
  /// - Returns: false if it takes too long.
  private func endOfReading() async -> Bool {
    let wakeUp = WakeUp()
    waiting.append(wakeUp)
    return await wakeUp.wait(upTo: patience)
  }

  private func read() async {
    let (start, changes) = (ContinuousClock.now, changes)
    do {
      let counts = try await readAll()
      freshness.ended(cost: .now - start)
      last = (counts, .now, changes)
      failure = nil
    } catch {
      failure = error
    }
    isReading = false
    for wakeUp in waiting { wakeUp.signal() }
    waiting = []
  }

  private func readAll() async throws -> QueueCounts {
    let registry = registries.current
    var entries: [String: QueueCounts.Entry] = [:]
    for name in registry.runnables.keys { entries[name] = QueueCounts.Entry(name: name) }
    for group in try await store.queueGroups() {
      entries[group.name, default: QueueCounts.Entry(name: group.name)].add(group)
    }
    let paused = try await store.pausedNames()
    let now = store.clock.now
    let minutes = try await runMinutes(at: now)
    for name in minutes.names where entries[name] == nil { entries[name] = QueueCounts.Entry(name: name) }
    let scheduled = Set(registry.scheduled.map(\.job.name))
    for (name, var entry) in entries {
      let numbers = minutes.minutes(of: name, at: now)
      entry.minutes = numbers.map(\.completed)
      entry.completed = numbers.reduce(0) { $0 + $1.completed }
      entry.failed = numbers.reduce(0) { $0 + $1.failed }
      entry.completedPerMinute = RunMinutes.perMinute(numbers, at: now)
      entry.isPaused = paused.contains(name)
      entry.isScheduled = scheduled.contains(name)
      entry.isKnown = registry.runnables[name] != nil
      entry.limit = registry.runnables[name]?.lane.flatMap { $0.limit < .max ? $0.limit : nil }
      entries[name] = entry
    }
    return QueueCounts(
      functions: entries.values.sorted { $0.name < $1.name }, at: now, since: minutes.since)
  }

  /// The ended tries of the last hour.
  private func runMinutes(at now: Date) async throws -> RunMinutes {
    let last = try await store.lastRun()
    var minutes: RunMinutes
    if let kept = self.minutes, kept.settled <= last, kept.isUsable(at: now) {
      minutes = kept
    } else {
      minutes = try await store.beginOfMinutes(at: now, last: last)
    }
    let reading = minutes.reading(at: now, last: last)
    let groups = try await store.runGroups(of: reading)
    minutes.add(groups, of: reading, at: now)
    self.minutes = minutes
    return minutes
  }
}

extension QueueCounts.Entry {
  fileprivate mutating func add(_ group: JobStore.QueueGroup) {
    switch group.state {
    case "available": (waiting, oldest) = (waiting + group.count, group.oldest)
    case "scheduled":
      retrying += group.tried
      scheduled += group.count - group.tried
    case "held": held += group.count
    case "running": running += group.count
    default: dead += group.count
    }
  }
}
