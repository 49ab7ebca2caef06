import APNs
import Edge
import Logging
import ServiceLifecycle

/// The sender of a process's pushes: to the configured address, or to a simulator in the process.
struct PushGateway: Sendable {
  private enum Way: Sendable {
    case sender(PushSender)
    case simulator(OwnSimulator)
    case none
  }

  let settings: PushSettings
  private let way: Way

  /// - Parameters:
  ///   - simulatorFolder: the folder of the certificates of a simulator in this process; nil for no such simulator.
  ///   - logger: the logger of the sender and the simulator.
  /// - Throws: ``Failure``.
  init(_ settings: PushSettings, simulatorFolder: String?, logger: Logger) throws(Failure) {
    self.settings = settings
    switch (settings.target, simulatorFolder) {
    case (.simulator, let folder?):
      let topics = Set(settings.topics.values).union([settings.topic])
      way = .simulator(OwnSimulator(folder: folder, topics: topics, logger: logger))
    case (.simulator, nil): way = .none
    default: way = .sender(try settings.sender(logger: logger))
    }
  }

  private var sending: (any PushSending)? {
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

  /// The host's controls of pushes; `swiftlet push` and `swiftlet demo` call them.
  var controls: [any Endpoint] {
    [
      Function("push_status", access: .serviceRole) { _ in try await status() },
      Function("push_send", access: .serviceRole) { (request: PushSendRequest, _) in
        guard let sending else { throw FunctionError.notConnected("This process has nothing to send pushes with") }
        do {
          return try await request.send(by: sending, settings)
        } catch let error as PushError {
          throw FunctionError.validation("\(error)")
        }
      },
    ]
  }

  private func status() async throws -> PushStatus {
    guard case .simulator(let simulator) = way else { return PushStatus(settings) }
    do throws(Failure) {
      return PushStatus(settings, at: try await simulator.start().listening)
    } catch {
      throw FunctionError.notConnected(error.message)
    }
  }
}
