package import Database
package import Edge
import FoundationEssentials
package import Logging
import ServiceLifecycle
import Synchronization

/// The service that learns of the sessions that end on other hosts of the same Postgres: at once by a notification, and
/// within five seconds by reading the table, since notifications may be lost.
package final class SessionWatch: Service {
  /// The time between two readings without a notification.
  private static let interval: Duration = .seconds(5)
  /// The time by which a reading overlaps the one before it, in seconds. It covers clocks that differ and late commits.
  private static let overlap: TimeInterval = 120

  private let ends: SessionEnds
  private let notifications: any DatabaseNotifications
  private let logger: Logger
  private let clock: WallClock
  /// Waits for the time between two readings.
  private let pause: @Sendable () async throws -> Void
  /// The instant of the last reading.
  private let last: Mutex<Date>

  /// - Returns: nil if the engine has no notifications: then this host alone ends sessions.
  package convenience init?(_ ends: SessionEnds, of database: Database, clock: WallClock = .system, logger: Logger) {
    guard let notifications = database.engine.notifications else { return nil }
    self.init(ends, notifications, clock: clock, logger: logger) { try await Task.sleep(for: SessionWatch.interval) }
  }

  /// - Parameters:
  ///   - notifications: those of the ends of sessions.
  ///   - pause: waits for the time between two readings without a notification; it throws when its task is cancelled.
  package init(
    _ ends: SessionEnds, _ notifications: any DatabaseNotifications, clock: WallClock, logger: Logger,
    pause: @escaping @Sendable () async throws -> Void
  ) {
    self.ends = ends
    self.notifications = notifications
    self.clock = clock
    self.logger = logger
    self.pause = pause
    last = Mutex(clock.now)
  }

  /// Reads until graceful shutdown.
  package func run() async throws {
    await cancelWhenGracefulShutdown {
      await withDiscardingTaskGroup { group in
        group.addTask {
          for await _ in self.notifications.listen(to: SessionEnds.channel) { await self.read() }
        }
        group.addTask {
          while (try? await self.pause()) != nil { await self.read() }
        }
      }
    }
  }

  /// Reads what has ended since the last reading.
  private func read() async {
    let now = clock.now
    // A session is stored until `memory` after its end. `from` therefore selects the sessions that ended after the last
    // reading, less the overlap.
    let from = last.withLock { $0 }.addingTimeInterval(SessionEnds.memory - Self.overlap)
    do {
      try await ends.read(until: from, now: now)
      last.withLock { $0 = max($0, now) }
    } catch {
      logger.warning("The sessions that ended on other hosts were not read", metadata: ["error": "\(error)"])
    }
  }
}
