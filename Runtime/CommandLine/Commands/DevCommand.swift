import ArgumentParser
import FoundationEssentials
import Host
import Logging
import Workers

/// `dev`: builds the package in a folder, serves it, and builds it again whenever its sources change.
struct DevCommand: AsyncParsableCommand {
  /// How often the sources are looked at.
  private static let interval = Duration.milliseconds(250)

  static let configuration = CommandConfiguration(
    commandName: "dev",
    abstract: "Build a package and serve it; build and deploy it again whenever a file changes.",
    discussion: """
      Run it in the folder that `\(Program.name) init` made. The compiler's errors are shown as they are, and the last good \
      version stays up while there are any.

      Examples:
        \(Program.name) dev
        \(Program.name) dev --package ../notes --port 8080
      """)

  @OptionGroup var options: ConfigurationOptions

  @Option(help: "The package's folder.", completion: .directory)
  var package: String = "."

  @Option(help: "The executable to build, if the package has more than one.")
  var product: String?

  @Option(name: .shortAndLong, help: "debug or release.", completion: .list(["debug", "release"]))
  var configuration: String = "debug"

  @Option(help: "The address to listen on. (default: 127.0.0.1)")
  var host: String?

  @Option(help: "The port to listen on; 0 takes a free one. (default: 54321)")
  var port: Int?

  @Option(
    help: "The least level that is logged: trace, debug, info, notice, warning, error, critical. (default: info)",
    completion: Word.completion(of: Logger.Level.self))
  var logLevel: String?

  @Flag(help: "Do not seed an embedded database.")
  var noSeed = false

  func validate() throws {
    guard ["debug", "release"].contains(configuration) else {
      throw ValidationError("--configuration is \"\(configuration)\": expected debug or release")
    }
  }

  func run() async throws {
    let (build, built) = try await SignalEnd.run {
      let build = try await PackageBuild.find(in: package, product: product, configuration: configuration)
      return (build, try await firstBuild(build))
    }
    let settings = try options.load(
      flags: ["host": host, "port": port.map { "\($0)" }, "log-level": logLevel], bundles: [build.executable])
    try settings.check(with: .current)
    let file = BundleFile(flag: build.executable)
    let start = ContinuousClock.now
    let server = Server(
      settings, .current,
      deploying: { bundles in
        DevLoop(
          package: .init(snapshot: { build.snapshot() }, build: { try await build.build(isShown: false) }),
          deployed: built,
          deploy: { _ in Self.words(try await bundles.deployer.update(file)) },
          pause: { try await Task.sleep(for: Self.interval) }, now: { start.duration(to: .now) },
          say: { Output.line($0) })
      })
    try await server.run(seeding: !noSeed)
  }

  /// Builds until a build succeeds: after a failure, as soon as a source has changed.
  ///
  /// - Returns: The sources that were built.
  private func firstBuild(_ build: PackageBuild) async throws -> SourceSnapshot {
    while true {
      var sources = build.snapshot()
      Output.line("Building \(build.product) in \(build.folder) …")
      let start = ContinuousClock.now
      let outcome = try await build.build(isShown: true)
      sources = sources.withPins(of: build.snapshot())
      if case .built = outcome {
        Output.line("Built in \(DevLoop.words(start.duration(to: .now))).")
        return sources
      }
      Output.line("The build failed. It starts again when a file changes; Ctrl-C stops it.")
      while build.snapshot() == sources { try await Task.sleep(for: Self.interval) }
    }
  }

  /// What is served after a deployment.
  private static func words(_ report: DeploymentReport) -> String {
    guard report.isChanged else { return "\(report.bundle) is as it was." }
    let functions = report.functions == 1 ? "1 function" : "\(report.functions) functions"
    let jobs = report.jobs == 1 ? "1 job" : "\(report.jobs) jobs"
    return "Serving \(report.bundle) \((report.digest ?? "").prefix(8)): \(functions), \(jobs)."
  }
}
