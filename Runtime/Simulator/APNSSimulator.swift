public import FoundationEssentials
public import Logging
import Loop
public import ServiceLifecycle

/// A strict Apple push server on 127.0.0.1, over TLS and HTTP/2, for development and tests.
///
/// It refuses requests by Apple's rules, shows the notifications that arrived, and plays faults on demand. Clients need
/// its certificate authority: give them ``Listening/caFile`` as `APNS_CA_FILE`. ``run()`` creates the certificates and
/// opens the ports.
public struct APNSSimulator: Service {
  /// The addresses of a simulator.
  public struct Listening: Sendable, Hashable {
    /// The port for TLS and HTTP/2.
    public let port: Int
    /// The address to push to, without a slash at the end: `https://127.0.0.1:<port>`.
    public let url: String
    /// The file with the certificate authority's certificate, in PEM.
    public let caFile: String
    /// The address of `/_simulator` over plain HTTP/1.1, if one is configured: `http://127.0.0.1:<port>/_simulator`.
    public let inspectionURL: String?
  }

  private let configuration: SimulatorConfiguration
  private let simulation: SharedSimulation
  private let listening = Promise<Result<Listening, SimulatorError>>()
  private let logger: Logger

  /// Creates a simulator.
  ///
  /// - Parameters:
  ///   - configuration: its settings.
  ///   - logger: its logger.
  public init(configuration: SimulatorConfiguration, logger: Logger) {
    self.configuration = configuration
    self.logger = logger
    simulation = SharedSimulation(configuration, logger: logger)
  }

  /// Listens and answers until graceful shutdown, or until the task is cancelled.
  ///
  /// - Throws: ``SimulatorError`` if it cannot listen.
  public func run() async throws {
    do throws(SimulatorError) {
      let server = try SimulatorServer(simulation: simulation, logger: logger)
      defer { server.stop() }
      let listening = try listen(server)
      logger.info(
        "The APNs simulator listens",
        metadata: [
          "url": "\(listening.url)", "ca_file": "\(listening.caFile)",
          "inspection_url": "\(listening.inspectionURL ?? "-")",
        ])
      self.listening.fulfil(.success(listening))
      try? await gracefulShutdown()
    } catch {
      listening.fulfil(.failure(error))
      throw error
    }
  }

  private func listen(_ server: SimulatorServer) throws(SimulatorError) -> Listening {
    // Clients may run in another directory, so the path is absolute.
    let folder = CertificateFolder(path: URL(filePath: configuration.folder).standardizedFileURL.path)
    let tls = try folder.tlsContext(now: Date())
    let port = try server.listen(port: configuration.port, tls: tls)
    var inspectionURL: String?
    if let wanted = configuration.inspectionPort {
      inspectionURL = "http://127.0.0.1:\(try server.listenForInspection(port: wanted))/_simulator"
    }
    return Listening(
      port: port, url: "https://127.0.0.1:\(port)", caFile: folder.authorityFile, inspectionURL: inspectionURL)
  }

  /// Waits until the simulator listens.
  ///
  /// - Throws: ``SimulatorError`` if it cannot.
  public func waitUntilListening() async throws(SimulatorError) -> Listening { try await listening.value().get() }

  // MARK: Inspection in the same process

  /// The notifications that arrived and are still stored, in order.
  public var notifications: [ArrivedNotification] { simulation.withLock { Array($0.arrivals.kept) } }

  /// The counts since the start.
  public var status: SimulatorStatus { simulation.withLock { $0.status } }

  /// Waits until `count` notifications have arrived since the start or the last clearing, or the task is cancelled.
  ///
  /// - Parameter count: the number of arrivals; a notification that was sent twice counts twice.
  /// - Returns: the stored notifications.
  public func waitForNotifications(_ count: Int) async -> [ArrivedNotification] {
    await simulation.waitForArrivals(count)
    return notifications
  }

  /// Plays a fault script from its first step, in place of the current one.
  public func play(_ script: FaultScript) { simulation.withLock { $0.player = FaultPlayer(script) } }

  /// Registers a device, also after its registration has ended.
  public func register(_ device: SimulatedDevice) { simulation.withLock { $0.validator.devices.register(device) } }

  /// Ends a token's registration: pushes to it are answered 410 Unregistered with this timestamp.
  public func unregister(_ token: String, at time: Date) {
    let timestamp = Int64(time.timeIntervalSince1970 * 1000)
    simulation.withLock { $0.validator.devices.unregister(token, at: timestamp) }
  }
}
