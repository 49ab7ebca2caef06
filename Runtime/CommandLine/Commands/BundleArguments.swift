import ArgumentParser
import Edge
import FoundationEssentials
import Workers

/// The arguments of the commands that change a deployed bundle. The running host makes the change, or the command
/// itself in the bundle folder if no host runs. Steps that take long are shown on stderr.
struct BundleArguments: ParsableArguments {
  /// The longest change, in seconds: a migration of a large table may take minutes.
  static let longest: Double = 3600

  @OptionGroup var options: ConfigurationOptions

  @Argument(help: "The bundle's name.")
  var bundle: String

  /// Asks the running host for the change, and writes its report.
  ///
  /// - Parameters:
  ///   - verb: what the report says: `Deployed`.
  ///   - json: whether the report is JSON.
  ///   - without: makes the change without a host.
  func run(
    _ control: String, _ input: some Encodable & Sendable, verb: String, json: Bool,
    without: (LoadedConfiguration) async throws -> DeploymentReport
  ) async throws {
    let configuration = try options.load()
    guard let host = try await HostControl.running(configuration) else {
      var report = try await without(configuration)
      report.isServed = try await Self.isTaken(report, configuration)
      guard !json else { return try Output.json(report) }
      let isServed = report.isServed == true
      return Output.line(
        "\(Self.words(report, verb, isServed: isServed))."
          + (isServed
            ? "" : " No host is running on \(configuration.database): the next `\(Program.name) serve` there takes it.")
      )
    }
    let steps = Task { await Self.showSteps(of: host) }
    defer { steps.cancel() }
    var report: DeploymentReport
    do {
      report = try await host.call(control, input, timeout: Self.longest)
    } catch let error as HTTPClientError where error.code == .connectionClosed {
      throw Failure(
        .unavailable, "The host ended during the change of its bundles, before it reported the result",
        hint:
          "its log says why. Start it again: it serves the old version or the new one, which `\(Program.name) bundles` lists. Run this command again if it is the old one"
      )
    }
    report.isServed = true
    guard !json else { return try Output.json(report) }
    Output.line("\(Self.words(report, verb)).")
  }

  /// Whether a host that has started meanwhile has taken a change of the kept bundles.
  ///
  /// - Throws: ``Failure`` if the host has refused it.
  private static func isTaken(
    _ report: DeploymentReport, _ configuration: LoadedConfiguration
  ) async throws -> Bool {
    guard let host = try await HostControl.running(configuration) else { return false }
    let bundles: [BundleStanding] = try await host.call("bundles_take", timeout: longest)
    let standings = bundles.filter { $0.bundle == report.bundle }
    if let other = standings.first(where: { $0.origin != BundleOrigin.deployed.words }) {
      throw Failure(
        .failed, "The host that started meanwhile serves \(report.bundle) from \(other.origin)",
        hint: "start it without that, and it takes the deployed version")
    }
    guard let digest = report.digest else { return standings.isEmpty }
    if standings.contains(where: { $0.digest == digest && $0.state == .serving }) { return true }
    let problem = standings.compactMap(\.problem).first
    throw Failure(
      .failed, "The host that started meanwhile does not serve \(report.bundle): \(problem ?? "its log says why")",
      hint: "deploy another executable, or roll it back")
  }

  /// Writes each step that begins, once a second has passed.
  private static func showSteps(of host: HostControl) async {
    var last: String?
    guard (try? await Task.sleep(for: .seconds(1))) != nil else { return }
    while !Task.isCancelled {
      if let progress: BundleCommand.Progress = try? await host.call("bundles_progress"), let step = progress.step,
        step != last
      {
        Output.error("… \(step)")
        last = step
      }
      guard (try? await Task.sleep(for: .milliseconds(500))) != nil else { return }
    }
  }

  private static func words(_ report: DeploymentReport, _ verb: String, isServed: Bool = true) -> String {
    guard let digest = report.digest else { return "\(verb) \(report.bundle)" }
    let version = "\(report.bundle) \(BundleVersion.short(digest))"
    guard report.isChanged else { return "\(version) is \(isServed ? "served" : "current") already" }
    let parts = [(report.functions, "function"), (report.routes, "route"), (report.jobs, "job")].filter { $0.0 > 0 }
    let counts = parts.map { "\($0) \($1)\($0 == 1 ? "" : "s")" }.joined(separator: ", ")
    let before = report.previous.map { ", before \(BundleVersion.short($0))" } ?? ""
    return "\(verb) \(version): \(counts.isEmpty ? "no functions" : counts)\(before)"
  }
}
