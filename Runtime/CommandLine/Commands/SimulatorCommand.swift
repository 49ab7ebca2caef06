import ArgumentParser
import Edge
import Host
import Logging
import ServiceLifecycle
import Simulator
import UnixSignals

/// `apns-simulator`: runs a strict Apple push server on this machine.
struct SimulatorCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "apns-simulator",
      abstract: "Run a simulated Apple push server on this machine, for development and tests.",
      discussion: """
        It takes what Apple takes and refuses what Apple refuses, over TLS and HTTP/2 on 127.0.0.1, writes a line for each \
        push, and prints what to start a host with so that its pushes come here. SIGTERM and Ctrl-C stop it.

        Any key is accepted, unless --key names those that are. --faults injects faults from a file such as:
          {"seed":1,"steps":[
            {"requests":20,"faults":[
              {"fault":"answer","status":503,"reason":"Shutdown"}]},
            {"requests":"all","faults":[{"fault":"close","share":0.01}]}]}

        \(FaultScript.help)

        GET <inspection>/_simulator lists the routes that inspect and change it while it runs.

        Examples:
          \(Program.name) apns-simulator
          \(Program.name) apns-simulator --topic \(Application.current.topic ?? PushSettings().topic) \\
            --key AuthKey_ABC123DEFG.p8 --faults faults.json
        """)
  }

  @OptionGroup var options: ConfigurationOptions

  @Option(help: "The port to listen on; 0 takes a free one.")
  var port = 2197

  @Option(help: "The port that shows what arrived, over plain HTTP; 0 takes a free one.")
  var inspectionPort = 2198

  @Option(
    help: "Where its certificates are kept. (default: beside the database, as the host's own simulator)",
    completion: .directory)
  var folder: String?

  @Option(help: "A file with the faults to inject.", completion: .file())
  var faults: String?

  @Option(name: .customLong("topic"), help: "A bundle id that may be pushed to; repeat it for more. (default: any)")
  var topics: [String] = []

  @Option(
    name: .customLong("key"),
    help: "A key whose tokens are accepted, as <key id>=<file> or AuthKey_<key id>.p8: the .p8 or its public half.",
    completion: .file())
  var keys: [String] = []

  @Option(
    help: "Which of Apple's servers it simulates: sandbox or production.",
    completion: Word.completion(of: PushEnvironment.self), transform: Word.read)
  var environment = PushEnvironment.sandbox

  func validate() throws {
    for (flag, port) in [("--port", port), ("--inspection-port", inspectionPort)] {
      guard (0...65_535).contains(port) else { throw ValidationError("\(flag) is \(port): expected 0 to 65535") }
    }
  }

  func run() async throws {
    let loaded = try options.load()
    var configuration = SimulatorConfiguration(folder: Paths.absolute(folder ?? loaded.database.simulatorFolder))
    configuration.port = port
    configuration.inspectionPort = inspectionPort
    configuration.topics = Set(topics)
    configuration.keys = try keys.map { try Self.key($0) }
    configuration.environment = environment
    if let faults { configuration.faults = try Self.script(faults) }
    // The simulator's thread must not wait for the reader of its lines: a slow reader loses lines.
    let (lines, writer) = AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingNewest(100_000))
    configuration.lines = .writer { writer.yield($0) }
    let handler = loaded.logHandler
    let simulator = APNSSimulator(
      configuration: configuration,
      logger: Logger(label: "simulator") { _ in
        var handler = handler
        handler.logLevel = max(handler.logLevel, .warning)
        return handler
      })
    async let writing: Void = Self.write(lines)
    let result = await Self.result(of: simulator)
    writer.finish()
    await writing
    LogOutput.standardError.flush()
    try result.get()
  }

  private static func write(_ lines: AsyncStream<String>) async { for await line in lines { Output.line(line) } }

  private static func result(of simulator: APNSSimulator) async -> Result<Void, any Error> {
    let group = ServiceGroup(
      configuration: ServiceGroupConfiguration(
        services: [simulator, Announcing(simulator: simulator)], gracefulShutdownSignals: [.sigterm, .sigint],
        logger: Logger(label: "services") { _ in SwiftLogNoOpLogHandler() }))
    do {
      try await group.run()
      return .success(())
    } catch {
      return .failure(error)
    }
  }

  /// Prints the simulator's address once it listens.
  private struct Announcing: Service {
    let simulator: APNSSimulator

    func run() async throws {
      // The simulator itself reports that it cannot listen.
      if let listening = try? await simulator.waitUntilListening() {
        Output.line(
          """
          The APNs simulator listens at \(listening.url). Ctrl-C stops it.
          Send to it with:
            APNS_URL=\(listening.url) APNS_CA_FILE=\(listening.caFile) \(Program.name) serve
          What arrived:
            curl \(listening.inspectionURL ?? listening.url)/notifications
          """)
      }
      try? await gracefulShutdown()
    }
  }

  private static func key(_ text: String) throws -> ProviderKey {
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    let path = parts.last ?? text
    let name = path.pathName.prefix { $0 != "." }
    guard let id = parts.count == 2 ? parts[0] : name.hasPrefix("AuthKey_") ? String(name.dropFirst(8)) : nil else {
      throw Failure(.failed, "--key \(text) does not say the key's id", hint: "write it as <key id>=\(path)")
    }
    let pem = try OptionContent.text(path, "The key's file \(path)")
    do throws(ProviderKey.Problem) {
      return try ProviderKey(id: id, pem: pem)
    } catch {
      throw Failure(.failed, error.description)
    }
  }

  private static func script(_ path: String) throws -> FaultScript {
    let json = try OptionContent.text(path, "The file of faults \(path)")
    do throws(FaultScriptError) {
      return try FaultScript(json: json)
    } catch {
      throw Failure(.failed, "\(path): \(error)")
    }
  }
}
