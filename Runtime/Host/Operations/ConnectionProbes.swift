import Edge
import FoundationEssentials

/// Measures the host's connections.
struct ConnectionProbes: Sendable {
  /// The time within which a connection has to answer.
  static let limit = Duration.seconds(2)

  private let database: Database
  private let queue: (any QueueEngine)?
  private let push: @Sendable () -> ConnectionHealth
  private let clock: WallClock

  /// - Parameters:
  ///   - queue: nil for a host without a queue.
  ///   - push: returns the state of the server of notifications, as its last notification left it. No probe is sent:
  ///     Apple would take it for a notification.
  init(
    database: Database, queue: (any QueueEngine)?, push: @escaping @Sendable () -> ConnectionHealth, clock: WallClock
  ) {
    self.database = database
    self.queue = queue
    self.push = push
    self.clock = clock
  }

  nonisolated(nonsending) func run() async -> ConnectionStates {
    // One after the other: on few connections the questions would wait for each other.
    let asked = await measure { [database] in _ = try await database.first("SELECT 1 AS one") }
    let queued: ConnectionHealth
    if let queue {
      queued = await measure { _ = try await queue.status(of: 0) }
    } else {
      queued = ConnectionHealth(.unconfigured)
    }
    return ConnectionStates(database: asked, queue: queued, push: push())
  }

  private nonisolated(nonsending) func measure(
    _ question: @escaping @Sendable () async throws -> Void
  ) async -> ConnectionHealth {
    let began = ContinuousClock.now
    let isAnswered = await withTaskGroup(of: Bool.self) { group in
      group.addTask {
        do {
          try await question()
          return true
        } catch {
          return false
        }
      }
      group.addTask {
        try? await Task.sleep(for: Self.limit)
        return false
      }
      defer { group.cancelAll() }
      return await group.next() ?? false
    }
    let took = ContinuousClock.now - began
    return isAnswered
      ? ConnectionHealth(.up, latencyMilliseconds: took.roundedMilliseconds, measuredAt: clock.now)
      : ConnectionHealth(.down, measuredAt: clock.now)
  }
}

extension Duration {
  /// Milliseconds with three digits after the point.
  var roundedMilliseconds: Double { (self / .microseconds(1)).rounded() / 1000 }
}
