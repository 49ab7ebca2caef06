import Edge
import Logging
import Workers

extension BundleHost {
  /// The functions behind `swiftlet deploy`, `rollback`, `undeploy` and `bundles`, for the service role.
  ///
  /// Those that change what the host runs are on its socket alone: a function that declares no secrets has the service
  /// key, and could otherwise replace the executable of any bundle.
  var controls: [any Endpoint] {
    [
      Function("bundles", access: .serviceRole) { _ in try await answering { try await deployer.standings() } },
      Function("bundles_take", access: .serviceRole) { _ in
        try await Self.toTheEnd { await takeIndex() }
        return try await answering { try await deployer.standings() }
      }.onSocketAlone(),
      Function("bundles_seed", access: .serviceRole) { _ in await seed(on: WallClock.system.today) }.onSocketAlone(),
      Function("bundles_progress", access: .serviceRole) { _ in
        BundleCommand.Progress(step: await deployer.step)
      },
      Function("bundles_manifests", access: .serviceRole) { _ in
        BundleCommand.Manifests(
          bundles: await deployer.bundles.map { .init(digest: $0.version.digest, manifest: $0.manifest) })
      },
      Function("bundles_deploy", access: .serviceRole) { (deploy: BundleCommand.Deploy, _) in
        try await changing("Deployed", deploy.bundle) {
          try await deployer.deploy(deploy.bundle, deploy.executable)
        }
      }.onSocketAlone(),
      Function("bundles_rollback", access: .serviceRole) { (which: BundleCommand.Name, _) in
        try await changing("Rolled back", which.bundle) { try await deployer.rollBack(which.bundle) }
      }.onSocketAlone(),
      Function("bundles_undeploy", access: .serviceRole) { (which: BundleCommand.Name, _) in
        try await changing("Undeployed", which.bundle) { try await deployer.undeploy(which.bundle) }
      }.onSocketAlone(),
    ] + workers.controls
  }

  /// Runs a change in a task of its own: a command that disconnects does not cancel it.
  private static func toTheEnd<Result: Sendable>(
    _ change: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    try await Task { try await change() }.value
  }

  /// Runs a change to its end, and logs it.
  func changing(
    _ what: String, _ bundle: String, _ change: @escaping @Sendable () async throws -> DeploymentReport
  ) async throws -> DeploymentReport {
    do {
      let report = try await Self.toTheEnd(change)
      logger.info(
        "\(report.isChanged ? what : "Nothing to change")",
        metadata: [
          "bundle": "\(bundle)", "version": "\(report.digest.map(BundleVersion.short) ?? "none")",
          "before": "\(report.previous.map(BundleVersion.short) ?? "none")",
        ])
      if report.isChanged { warnOfFaults() }
      return report
    } catch {
      logger.warning("Nothing changed: a bundle was refused", metadata: ["bundle": "\(bundle)", "reason": "\(error)"])
      throw Self.answer(error)
    }
  }

  private func answering<Result>(_ body: () async throws -> Result) async throws -> Result {
    do { return try await body() } catch { throw Self.answer(error) }
  }

  /// The error of a control. The command writes message and hint as it writes its own.
  private static func answer(_ error: any Error) -> any Error {
    guard let fault = error as? BundleFault else { return error }
    return FunctionError.validation(fault.hint.map { "\(fault.message)\nhint: \($0)" } ?? fault.message)
  }
}
