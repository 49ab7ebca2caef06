import APNs
import Console
import Edge
import Logging
import ServiceLifecycle
import Simulator

/// The sender of a process's pushes: to the configured address, or to a simulator in the process.
struct PushGateway: Sendable {
  private enum Way: Sendable {
    case sender(PushSender)
    case simulator(OwnSimulator)
    case none
  }

  let settings: PushSettings
  private let way: Way
  let log: PushLog

  /// - Parameters:
  ///   - simulatorFolder: the folder of the certificates of a simulator in this process; nil for no such simulator.
  ///   - clock: the clock of the log of notifications.
  ///   - logger: the logger of the sender and the simulator.
  /// - Throws: ``Failure``.
  init(
    _ settings: PushSettings, simulatorFolder: String?, clock: WallClock = .system, logger: Logger
  ) throws(Failure) {
    self.settings = settings
    log = PushLog(clock: clock)
    switch (settings.target, simulatorFolder) {
    case (.simulator, let folder?):
      let topics = Set(settings.topics.values).union([settings.topic])
      way = .simulator(OwnSimulator(folder: folder, topics: topics, logger: logger))
    case (.simulator, nil): way = .none
    default: way = .sender(try settings.sender(logger: logger))
    }
  }

  /// The sender, which notes its notifications in the log.
  private var sending: (any PushSending)? { sender.map(log.noting) }

  private var sender: (any PushSending)? {
    switch way {
    case .sender(let sender): sender
    case .simulator(let simulator): simulator
    case .none: nil
    }
  }

  /// The push service of functions: `context.push`.
  var service: PushService {
    PushService(
      bundleID: settings.topic, bundleIDs: settings.topics, environment: settings.environment, sender: sending)
  }

  /// The services that run as long as the host does.
  var services: [any Service] {
    switch way {
    case .sender(let sender): [sender]
    case .simulator(let simulator): [simulator]
    case .none: []
    }
  }

  /// Stops the sender of a process that has no group of services.
  func shutdown() async { if case .sender(let sender) = way { await sender.shutdown() } }

  /// The host's controls of pushes; `swiftlet push`, `swiftlet demo` and the console call them.
  var controls: [any Endpoint] {
    [
      Function("push_status", access: .serviceRole) { _ in try await status() },
      Function("push_send", access: .serviceRole) { (request: PushSendRequest, _) in
        guard let sending else { throw Self.nothing }
        do {
          return try await request.send(by: sending, settings)
        } catch let error as PushError {
          throw FunctionError.validation("\(error)")
        }
      },
      Function("push_overview", access: .serviceRole) { _ in await overview() },
      Function("push_activity", access: .serviceRole) { (query: PushQuery, _) in log.activity(query) },
      Function("push_resend", access: .serviceRole) { (which: PushResending, _) in
        guard let sender else { throw Self.nothing }
        return await log.resend(which.ids, by: sender)
      },
    ]
  }

  private static let nothing = FunctionError.notConnected("This process has nothing to send pushes with")

  private func status() async throws -> PushStatus {
    guard case .simulator(let simulator) = way else { return PushStatus(settings) }
    do throws(Failure) {
      return PushStatus(settings, at: try await simulator.start().listening)
    } catch {
      throw FunctionError.notConnected(error.message)
    }
  }

  /// The target and the connections. It starts no simulator.
  func overview() async -> PushOverview {
    let running: OwnSimulator.Running?
    let connections: [DestinationReport]
    switch way {
    case .sender(let sender): (running, connections) = (nil, await sender.destinations())
    case .simulator(let simulator):
      running = simulator.started
      connections = await running?.sender.destinations() ?? []
    case .none: (running, connections) = (nil, [])
    }
    let phones: [SimulatedPhone]? =
      if case .simulator = way { SimulatedPhone.phones(running?.simulator.notifications ?? []) } else { nil }
    return PushOverview(
      status: PushStatus(settings, at: running?.listening), connections: connections.map(PushConnections.init),
      phones: phones)
  }
}
