import Edge
import Logging
import ServiceLifecycle
import Workers

/// The service that takes a changed `config.toml` on SIGHUP: all of it or nothing. A file that is gone changes nothing, and
/// a pipe is not read again.
/// Deployed bundles that are not served are tried again.
struct ConfigurationReloader: Service {
  let signals: AsyncStream<Void>
  let bundles: BundleHost

  func run() async throws {
    for await _ in signals.cancelOnGracefulShutdown() {
      await reload()
      if !bundles.deployer.problems.isEmpty { await bundles.takeIndex() }
    }
  }

  /// Reads the files anew, checks them, and serves by them.
  func reload() async {
    let logger = bundles.logger
    do {
      let (started, old) = (bundles.served.started, bundles.served.configuration)
      var request = old.request
      request.texts = nil
      let texts = try request.reading(after: started.request.texts)
      if let first = started.request.texts { try texts.checkFiles(of: first) }
      guard texts != old.request.texts else {
        logger.info("SIGHUP: the configuration has not changed")
        return warn(of: SettingsChange(from: old.entries, to: old.entries, startedWith: started.entries))
      }
      request.texts = texts
      let change = SettingsChange(
        from: old.entries, to: try await take(request).entries, startedWith: started.entries)
      for warning in bundles.served.configuration.warnings { logger.warning("\(warning)") }
      bundles.warnOfFaults()
      logger.info(
        "SIGHUP: the configuration is reloaded",
        metadata: ["changed": "\(change.taken.isEmpty ? "nothing" : change.taken.joined(separator: ", "))"])
      warn(of: change)
    } catch {
      let failure = Failure(error)
      logger.error(
        "SIGHUP: nothing changed, the configuration cannot be taken",
        metadata: ["reason": "\(failure.message)\(failure.hint.map { " (\($0))" } ?? "")"])
    }
  }

  /// Logs the names of the changed settings that take effect only after a restart.
  private func warn(of change: SettingsChange) {
    guard !change.waiting.isEmpty else { return }
    bundles.logger.warning(
      "Some changed settings hold after a restart of the host",
      metadata: ["settings": "\(change.waiting.joined(separator: ", "))"])
  }

  /// Serves by other sources of settings.
  ///
  /// - Returns: the settings that hold now.
  private func take(_ request: ConfigurationRequest) async throws -> LoadedConfiguration {
    var parsed = request
    parsed.know(bundles.served.application)
    let configuration = try LoadedConfiguration(parsed)
    let workers = bundles.workers
    let before = workers.configuration
    let served = bundles.served
    let reloaded = ReloadedServing(served: served, request: request, isWhole: await bundles.deployer.isComplete)
    try await bundles.deployer.renew(
      groups: configuration.workers.functions.compactMapValues(\.group), through: reloaded
    ) {
      workers.configuration = configuration.workers
      served.start(by: configuration)
    } undo: {
      workers.configuration = before
      served.start(by: nil)
      return before.functions.compactMapValues(\.group)
    }
    return bundles.served.configuration
  }
}

/// Checks bundles with other sources of settings, and prepares the host to serve by them.
private struct ReloadedServing: BundleServing {
  let served: ServedApplication
  let request: ConfigurationRequest
  /// Whether no bundle is left out that the host should serve.
  let isWhole: Bool

  func check(_ bundles: [LoadedBundle]) async throws(BundleFault) -> any BundleChange {
    try served.prepare(bundles, request, isWhole: isWhole)
  }
}
