import Database
import Edge
import FoundationEssentials
import Logging
import ServiceLifecycle

/// The service that carries hints between hosts on one database: a host without room wakes the others.
///
/// `NOTIFY` takes a server-wide lock of Postgres at commit. Functions' transactions therefore send none; this service
/// sends one for many hints, and none while the host has room. Behind a pooler that drops notifications, the hosts find
/// the work by polling.
package struct SignalBridge: Service {
  /// A notification channel with the wake-ups that it connects.
  private struct HintChannel {
    let name: String
    /// The wake-up that sends a notification.
    let outgoing: WakeUp
    /// The wake-ups that a received notification signals.
    let incoming: [WakeUp]
  }

  private let notifications: any DatabaseNotifications
  private let channels: [HintChannel]
  private let since: DueSince
  private let logger: Logger

  /// Hints within this time are sent as one.
  private static let pause: Duration = .milliseconds(20)

  init(notifications: any DatabaseNotifications, signals: JobSignals, logger: Logger) {
    self.notifications = notifications
    self.logger = logger
    since = signals.since
    channels = [
      HintChannel(name: "swiftlet_jobs", outgoing: signals.others, incoming: [signals.work]),
      HintChannel(name: "swiftlet_leases", outgoing: signals.othersLeases, incoming: [signals.leases, signals.work]),
    ]
  }

  /// Carries hints until graceful shutdown.
  package func run() async throws {
    await cancelWhenGracefulShutdown {
      await withDiscardingTaskGroup { group in
        for channel in channels {
          group.addTask { await self.send(channel) }
          group.addTask {
            for await _ in notifications.listen(to: channel.name) {
              // A job for which another host has no room may have waited for a long time.
              since.note(Date(timeIntervalSince1970: 0))
              for wake in channel.incoming { wake.signal() }
            }
          }
        }
      }
    }
  }

  private func send(_ channel: HintChannel) async {
    while !Task.isCancelled {
      guard await channel.outgoing.wait(upTo: .seconds(3600)) else { continue }
      do {
        try await notifications.notify(channel.name)
      } catch {
        // Hints may be lost.
        logger.debug("Other hosts were not notified", metadata: ["error": "\(error)"])
      }
      try? await Task.sleep(for: Self.pause)
    }
  }
}
