import APNs
import Cryptography
import Edge
import Host
import Logging
import Loop
import ServiceLifecycle
import Simulator

/// The target of pushes while no key of Apple's is configured: a simulator in this process, and a sender to it.
///
/// Both start with the first notification or the first question for the simulator's address.
final class OwnSimulator: PushSending, Service {
  /// The sender and the simulator's addresses, once both run.
  struct Running: Sendable {
    let sender: PushSender
    let simulator: APNSSimulator
    let listening: APNSSimulator.Listening
  }

  private let folder: String
  private let topics: Set<String>
  private let logger: Logger
  private let startRequests = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
  private let running = Promise<Result<Running, Failure>>()

  /// - Parameters:
  ///   - folder: the folder of the simulator's certificates.
  ///   - topics: the bundle ids that the simulator accepts; empty for any.
  init(folder: String, topics: Set<String>, logger: Logger) {
    self.folder = folder
    self.topics = topics
    self.logger = logger
  }

  func send(_ push: PreparedPush) async -> PushOutcome {
    do throws(Failure) {
      return await (try await start()).sender.send(push)
    } catch {
      return .undelivered(PushFault(.failed, error.message), lastAnswer: nil, mayHaveArrived: false)
    }
  }

  func send(_ request: ChannelRequest.Prepared) async -> ChannelAnswer {
    do throws(Failure) {
      return await (try await start()).sender.send(request)
    } catch {
      return .undecided(PushFault(.failed, error.message), lastAnswer: nil, mayHaveHappened: false)
    }
  }

  /// Starts the simulator and the sender, if they do not run yet.
  ///
  /// - Throws: ``Failure`` if the simulator cannot start, or the host is stopping.
  func start() async throws(Failure) -> Running {
    startRequests.continuation.yield()
    return try await running.value().get()
  }

  /// The simulator and the sender; nil before they run.
  var started: Running? { try? running.current?.get() }

  func run() async throws {
    // Later callers of `start` get this error. A promise that is fulfilled keeps its value.
    defer { running.fulfil(.failure(Failure(.failed, "The host is stopping"))) }
    var isRequested = false
    for await _ in startRequests.stream.cancelOnGracefulShutdown() {
      isRequested = true
      break
    }
    guard isRequested else { return }
    do {
      try await simulate()
    } catch {
      // The host goes on without a simulator.
      let failure = Failure(error)
      logger.error("The APNs simulator failed", metadata: ["error": "\(failure.message)"])
      running.fulfil(.failure(failure))
      try? await gracefulShutdown()
    }
  }

  private func simulate() async throws {
    let key = P256PrivateKey()
    var configuration = SimulatorConfiguration(folder: folder)
    configuration.inspectionPort = 0
    configuration.topics = topics
    configuration.keys = [
      ProviderKey(
        id: PushSettings.developmentKey.id, team: PushSettings.developmentKey.team, publicKey: key.publicKey)
    ]
    // Bounds on the host's memory; a load test can send more than a person looks at.
    configuration.capacity = 10_000
    configuration.capacityBytes = 8 << 20
    let simulator = APNSSimulator(configuration: configuration, logger: logger)
    let sending = Sending(simulator: simulator, key: key, logger: logger) { [running] in running.fulfil(.success($0)) }
    // The sender stops first, so that its notifications in flight still get their responses.
    try await ServiceGroup(
      configuration: ServiceGroupConfiguration(
        services: [simulator, sending], logger: Logger(label: "services") { _ in SwiftLogNoOpLogHandler() })
    ).run()
  }

  /// Makes and runs the sender once the simulator's port is known.
  private struct Sending: Service {
    let simulator: APNSSimulator
    let key: P256PrivateKey
    let logger: Logger
    let started: @Sendable (Running) -> Void

    func run() async throws {
      // The simulator itself reports that it cannot listen.
      guard let listening = try? await simulator.waitUntilListening() else { return try await gracefulShutdown() }
      var configuration = PushConfiguration(credentials: try PushSettings.credentials(key))
      configuration.setURL(listening.url)
      configuration.caFile = listening.caFile
      let sender = try PushSettings.sender(configuration, logger)
      started(Running(sender: sender, simulator: simulator, listening: listening))
      await sender.run()
    }
  }
}
