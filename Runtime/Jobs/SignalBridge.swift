import Database
import Foundation
import Logging
public import ServiceLifecycle

/// Carries hints between hosts that share a database: what one of them has no room for, the others hear of.
///
/// A notification takes a lock of the whole Postgres server at commit. So it is in no transaction of a function, only here: one for many hints, none as long as a host
/// has room for what it is given. Where nobody hears it, as behind a pooler, the hosts find out when they look by themselves.
public struct SignalBridge: Service {
  /// Hints of one kind, and those that carry them.
  private struct Line {
    let channel: String
    /// Hints that are to go out.
    let outgoing: WakeUp
    /// Whom those that come in wake.
    let incoming: [WakeUp]
  }

  private let notifications: any DatabaseNotifications
  private let lines: [Line]
  private let since: DueSince
  private let logger: Logger

  /// Hints that come within this time go out as one.
  private static let pause: Duration = .milliseconds(20)

  init(notifications: any DatabaseNotifications, signals: JobSignals, logger: Logger) {
    self.notifications = notifications
    self.logger = logger
    since = signals.since
    lines = [
      Line(channel: "swiftlet_jobs", outgoing: signals.others, incoming: [signals.work]),
      Line(channel: "swiftlet_leases", outgoing: signals.othersLeases, incoming: [signals.leases, signals.work]),
    ]
  }

  /// Carries hints until graceful shutdown.
  public func run() async throws {
    await cancelWhenGracefulShutdown {
      await withDiscardingTaskGroup { group in
        for line in lines {
          group.addTask { await self.send(line) }
          group.addTask {
            for await _ in notifications.listen(to: line.channel) {
              // What another host has no room for may have waited for long.
              since.note(Date(timeIntervalSince1970: 0))
              for wake in line.incoming { wake.signal() }
            }
          }
        }
      }
    }
  }

  private func send(_ line: Line) async {
    while !Task.isCancelled {
      guard await line.outgoing.wait(upTo: .seconds(3600)) else { continue }
      do {
        try await notifications.notify(line.channel)
      } catch {
        // Only a hint.
        logger.debug("Other hosts were not told", metadata: ["error": "\(error)"])
      }
      try? await Task.sleep(for: Self.pause)
    }
  }
}
