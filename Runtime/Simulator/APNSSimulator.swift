package import FoundationEssentials
package import Logging
import Loop
import ServiceLifecycle

/// A strict Apple push server on 127.0.0.1, over TLS and HTTP/2, for development and tests.
///
/// It refuses requests by Apple's rules, shows the notifications that arrived, and plays faults on demand. Clients need
/// its certificate authority: give them ``Listening/caFile`` as `APNS_CA_FILE`. ``run()`` creates the certificates and
/// opens the ports.
package struct APNSSimulator: Service {
  /// The addresses of a simulator.
  package struct Listening: Sendable, Hashable {
    package let port: Int
    /// The address to push to, without a slash at the end: `https://127.0.0.1:<port>`.
    package let url: String
    /// The file with the certificate authority's certificate, in PEM.
    package let caFile: String
    /// The address of `/_simulator` over plain HTTP/1.1, if one is configured: `http://127.0.0.1:<port>/_simulator`.
    package let inspectionURL: String?
  }

  private let configuration: SimulatorConfiguration
  private let simulation: SharedSimulation
  private let listening = Promise<Result<Listening, SimulatorError>>()
  private let logger: Logger

  package init(configuration: SimulatorConfiguration, logger: Logger) {
    self.configuration = configuration
    self.logger = logger
    simulation = SharedSimulation(configuration, logger: logger)
  }

  /// Listens and answers until graceful shutdown, or until the task is cancelled.
  ///
  /// - Throws: ``SimulatorError`` if it cannot listen.
  package func run() async throws {
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
  package func waitUntilListening() async throws(SimulatorError) -> Listening { try await listening.value().get() }

  // MARK: Inspection in the same process

  /// The notifications that arrived and are still stored, in order.
  package var notifications: [ArrivedNotification] { simulation.withLock { Array($0.arrivals.kept) } }

  package var status: SimulatorStatus { simulation.withLock { $0.status } }

  /// Plays a fault script from its first step, in place of the current one.
  package func play(_ script: FaultScript) { simulation.withLock { $0.player = FaultPlayer(script) } }

  /// Registers a device, also after its registration has ended.
  package func register(_ device: SimulatedDevice) { simulation.withLock { $0.validator.devices.register(device) } }

  /// Ends a token's registration: pushes to it are answered 410 Unregistered with this timestamp.
  package func unregister(_ token: String, at time: Date) {
    let timestamp = Int64(time.timeIntervalSince1970 * 1000)
    simulation.withLock { $0.validator.devices.unregister(token, at: timestamp) }
  }
}
