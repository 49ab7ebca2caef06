import Edge
import Logging
import ServiceLifecycle
import Workers

/// The service that takes a changed `config.toml` on SIGHUP: all of it or nothing.
struct ConfigurationReloader: Service {
  let signals: AsyncStream<Void>
  let bundles: BundleHost

  func run() async throws {
    for await _ in signals.cancelOnGracefulShutdown() { await reload() }
  }

  /// Reads the files anew, checks them, and serves by them.
  func reload() async {
    let logger = bundles.logger
    do {
      var request = bundles.served.request
      request.texts = nil
      let texts = try request.reading()
      guard texts != bundles.served.request.texts else {
        return logger.info("SIGHUP: the configuration has not changed")
      }
      request.texts = texts
      let old = bundles.served.configuration
      let change = SettingsChange(from: old.entries, to: try await take(request).entries)
      for warning in bundles.served.configuration.warnings { logger.warning("\(warning)") }
      logger.info(
        "SIGHUP: took the changed configuration",
        metadata: ["changed": "\(change.taken.isEmpty ? "nothing" : change.taken.joined(separator: ", "))"])
      if !change.waiting.isEmpty {
        logger.warning(
          "Some changed settings hold after a restart of the host",
          metadata: ["settings": "\(change.waiting.joined(separator: ", "))"])
      }
    } catch {
      let failure = Failure(error)
      logger.error(
        "SIGHUP: nothing changed, the configuration cannot be taken",
        metadata: ["reason": "\(failure.message)\(failure.hint.map { " (\($0))" } ?? "")"])
    }
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
    try await bundles.deployer.renew(
      groups: configuration.workers.functions.compactMapValues(\.group),
      through: ReloadedServing(served: served, request: request)
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

/// The host that is to serve by other sources of settings.
private struct ReloadedServing: BundleServing {
  let served: ServedApplication
  let request: ConfigurationRequest

  func check(_ bundles: [LoadedBundle]) async throws(BundleFault) -> any BundleChange {
    try served.prepare(bundles, request)
  }
}
