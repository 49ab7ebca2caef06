import APNs
import Console
import Edge
import Logging
import ServiceLifecycle
import Simulator

/// The sender of a process's pushes: to the configured address, or to a simulator in the process.
struct PushGateway: Sendable {
  let settings: PushSettings
  /// The sender to the configured address; nil if pushes go to a simulator.
  private let direct: PushSender?
  /// The simulator in this process; nil if pushes go to the configured address, or nowhere.
  private let simulator: OwnSimulator?
  let log: PushLog

  /// - Parameters:
  ///   - simulatorFolder: the folder of the certificates of a simulator in this process; nil for no such simulator.
  /// - Throws: ``Failure``.
  init(
    _ settings: PushSettings, simulatorFolder: String?, clock: WallClock = .system, logger: Logger
  ) throws(Failure) {
    self.settings = settings
    log = PushLog(clock: clock)
    if case .simulator = settings.target {
      direct = nil
      simulator = simulatorFolder.map { OwnSimulator(folder: $0, topics: settings.acceptedTopics, logger: logger) }
    } else {
      direct = try settings.sender(logger: logger)
      simulator = nil
    }
  }

  /// The sender, which notes its notifications in the log.
  private var sending: (any PushSending)? { sender.map(log.noting) }

  private var sender: (any PushSending)? { if let direct { direct } else { simulator } }

  /// The push service of functions: `context.push`.
  var service: PushService {
    PushService(
      bundleID: settings.topic, bundleIDs: settings.topics, environment: settings.environment, sender: sending)
  }

  /// The services that run as long as the host does.
  var services: [any Service] {
    let services: [(any Service)?] = [direct, simulator]
    return services.compactMap { $0 }
  }

  /// Stops the sender of a process that has no group of services.
  func shutdown() async { await direct?.shutdown() }

  /// The host's controls of pushes; `swiftlet push`, `swiftlet demo` and the console call them.
  ///
  /// - Parameter topic: returns the bundle id of the settings that hold now, which a bundle may have given since the
  ///   start.
  func controls(topic: @escaping @Sendable () -> String) -> [any Endpoint] {
    let current: @Sendable () -> PushSettings = {
      var current = settings
      current.topic = topic()
      return current
    }
    return [
      Function("push_status", access: .serviceRole) { _ in try await status(current()) },
      Function("push_send", access: .serviceRole) { (request: PushSendRequest, _) in
        guard let sending else { throw Self.nothing }
        do {
          return try await request.send(by: sending, current())
        } catch let error as PushError {
          throw FunctionError.validation("\(error)")
        }
      },
      Function("push_overview", access: .serviceRole) { _ in await overview(current()) },
      Function("push_activity", access: .serviceRole) { (query: PushQuery, _) in log.activity(query) },
      Function("push_resend", access: .serviceRole) { (which: PushResending, _) in
        guard let sender else { throw Self.nothing }
        return await log.resend(which.ids, by: sender)
      },
    ]
  }

  private static let nothing = FunctionError.notConnected("This process has no push sender: APNs is not configured")

  private func status(_ settings: PushSettings) async throws -> PushStatus {
    guard let simulator else { return PushStatus(settings) }
    do throws(Failure) {
      return PushStatus(settings, at: try await simulator.start().listening)
    } catch {
      throw FunctionError.notConnected(error.message)
    }
  }

  /// The target and the connections. It starts no simulator.
  func overview(_ settings: PushSettings) async -> PushOverview {
    let running = simulator?.started
    let connections = await (direct ?? running?.sender)?.destinations() ?? []
    let phones = simulator.map { _ in SimulatedPhone.phones(running?.simulator.notifications ?? []) }
    return PushOverview(
      status: PushStatus(settings, at: running?.listening), connections: connections,
      phones: phones)
  }
}
