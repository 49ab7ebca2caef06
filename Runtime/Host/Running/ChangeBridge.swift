package import Database
package import Edge
package import Logging
import ServiceLifecycle

/// The service that carries ``ChangeHints`` between the hosts of one Postgres, and ends the waits of a stopping host.
///
/// `NOTIFY` takes a server-wide lock of Postgres at commit. Functions' transactions therefore send none; this service
/// sends one for all hints of a channel within 20 ms.
package struct ChangeBridge: Service {
  /// Hints within this time are sent as one.
  private static let pause: Duration = .milliseconds(20)

  private let hints: ChangeHints
  private let notifications: (any DatabaseNotifications)?
  private let logger: Logger

  /// - Parameter notifications: the database's notifications; nil if this host alone uses it.
  package init(_ hints: ChangeHints, notifications: (any DatabaseNotifications)?, logger: Logger) {
    self.hints = hints
    self.notifications = notifications
    self.logger = logger
  }

  /// Carries hints until graceful shutdown.
  package func run() async throws {
    if let notifications {
      await cancelWhenGracefulShutdown { await carry(by: notifications) }
    } else {
      try? await gracefulShutdown()
    }
    hints.close()
  }

  private func carry(by notifications: any DatabaseNotifications) async {
    await withDiscardingTaskGroup { group in
      group.addTask { await send(to: notifications) }
      for channel in 0..<ChangeTopic.channels {
        group.addTask {
          for await _ in notifications.listen(to: Self.name(of: channel)) { hints.notified(of: channel) }
        }
      }
    }
  }

  private func send(to notifications: any DatabaseNotifications) async {
    while !Task.isCancelled {
      for channel in await hints.channelsToNotify() {
        do {
          try await notifications.notify(Self.name(of: channel))
        } catch {
          // A hint may be lost: functions that wait also read by themselves.
          logger.debug("Other hosts were not notified of a change", metadata: ["error": "\(error)"])
        }
      }
      try? await Task.sleep(for: Self.pause)
    }
  }

  private static func name(of channel: Int) -> String { "swiftlet_changes_\(channel)" }
}
