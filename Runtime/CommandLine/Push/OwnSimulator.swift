import Cryptography
import Edge
import Host
import Logging
import ServiceLifecycle
import Simulator

/// A simulator in this process and the sender that sends to it: where pushes go while no key of Apple's is configured.
///
/// Both start with the first notification, or when somebody asks where they are: an idle host has no use for them.
final class OwnSimulator: PushSending, Service {
  /// What runs once somebody wants it.
  struct Running: Sendable {
    let sender: PushSender
    let listening: APNSSimulator.Listening
  }

  private let folder: String
  private let topic: String
  private let logger: Logger
  private let wishes = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
  private let running = Promise<Result<Running, Failure>>()

  /// - Parameters:
  ///   - folder: where its certificates are kept.
  ///   - topic: the only bundle id that it takes.
  init(folder: String, topic: String, logger: Logger) {
    self.folder = folder
    self.topic = topic
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

  /// Starts both, if they do not run yet.
  ///
  /// - Throws: ``Failure`` if the simulator cannot start, or the host is stopping.
  func start() async throws(Failure) -> Running {
    wishes.continuation.yield()
    return try await running.value().get()
  }

  func run() async throws {
    // Whoever asks too late does not wait for ever; whoever has an answer keeps it.
    defer { running.fulfil(.failure(Failure(.failed, "The host is stopping"))) }
    var isWanted = false
    for await _ in wishes.stream.cancelOnGracefulShutdown() {
      isWanted = true
      break
    }
    guard isWanted else { return }
    do {
      try await simulate()
    } catch {
      // The host serves on without.
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
    configuration.topics = [topic]
    configuration.keys = [
      ProviderKey(
        id: PushSettings.developmentKey.id, team: PushSettings.developmentKey.team, publicKey: key.publicKey)
    ]
    // Looked at by a person; what a whole test of load sends would be too much of the host's memory.
    configuration.capacity = 10_000
    configuration.capacityBytes = 8 << 20
    let simulator = APNSSimulator(configuration: configuration, logger: logger)
    let sending = Sending(simulator: simulator, key: key, logger: logger) { [running] in running.fulfil(.success($0)) }
    // The sender stops first: what it has in flight still gets its answers.
    try await ServiceGroup(
      configuration: ServiceGroupConfiguration(
        services: [simulator, sending], logger: Logger(label: "services") { _ in SwiftLogNoOpLogHandler() })
    ).run()
  }

  /// The sender, which can be made once the simulator's port is known.
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
      started(Running(sender: sender, listening: listening))
      await sender.run()
    }
  }
}
