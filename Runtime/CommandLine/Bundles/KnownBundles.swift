import Channel
import Edge
import FoundationEssentials
import Workers

/// The bundles of a configuration, for commands.
enum KnownBundles {
  /// Whether the configuration names bundles, or some are deployed.
  ///
  /// - Throws: ``BundleFault`` for an index that cannot be read.
  static func areThere(_ configuration: LoadedConfiguration) throws(BundleFault) -> Bool {
    guard configuration.bundles.files.isEmpty else { return true }
    return try !BundleStore(folder: configuration.bundles.folder).index().bundles.isEmpty
  }

  /// Whether there may be bundles: there are some, or the index cannot be read.
  static func mayBeThere(_ configuration: LoadedConfiguration) -> Bool { (try? areThere(configuration)) ?? true }

  /// This program's functions together with those of the bundles: the running host's, or without one those that it
  /// would load. An executable after the command's own `--bundle` stands for the bundle of its name.
  static func application(
    _ configuration: LoadedConfiguration, _ own: Application, isStrict: Bool = false
  ) async throws -> Application {
    guard let running = try await running(configuration) else {
      return try own.adding(try await stored(configuration, isStrict: isStrict))
    }
    let flagged = try await printed(configuration.bundles.files.filter { $0.name == nil }, isStrict: true)
    // Those that are served come first: they are the owners of their names.
    let others = running.filter { flagged[$0.name] == nil }
    return try own.adding(others + flagged.values.sorted { $0.name < $1.name })
  }

  /// The bundles of the running host; nil without one, and for a host of another version.
  static func running(_ configuration: LoadedConfiguration) async throws -> [LoadedBundle]? {
    guard let host = try await HostControl.running(configuration),
      let manifests: BundleCommand.Manifests = try? await host.call("bundles_manifests")
    else { return nil }
    return try manifests.bundles.map { try described($0.manifest, $0.digest) }
  }

  /// The bundles that a host with this configuration would load, from their kept or printed manifests.
  ///
  /// - Parameters:
  ///   - isStrict: whether a bundle of `config.toml` that a host would log and leave out is an error too.
  ///   - replaced: the name of a bundle that is left out and not read; nil for none.
  static func stored(
    _ configuration: LoadedConfiguration, isStrict: Bool = false, besides replaced: String? = nil
  ) async throws -> [LoadedBundle] {
    var bundles = try await printed(configuration.bundles.files, isStrict: isStrict)
    let store = BundleStore(folder: configuration.bundles.folder)
    for (name, entry) in try store.index().bundles where bundles[name] == nil && name != replaced {
      let manifest = try await PrintedManifest.of(entry.current, in: store)
      bundles[name] = try described(manifest, entry.current)
    }
    return bundles.values.filter { $0.name != replaced }.sorted { $0.name < $1.name }
  }

  /// The bundles of executables by name, from their printed manifests.
  ///
  /// - Parameter isStrict: whether a bundle of `config.toml` that a host would log and leave out is an error too.
  private static func printed(_ files: [BundleFile], isStrict: Bool) async throws -> [String: LoadedBundle] {
    var bundles: [String: LoadedBundle] = [:]
    for file in files {
      let bundle = try described(try await PrintedManifest.of(file.path), "")
      if let name = file.name, bundle.name != name {
        guard isStrict else { continue }
        throw BundleFault("The executable \(file.origin.words) is the bundle \(bundle.name), not \(name)")
      }
      guard bundles[bundle.name] == nil else {
        if file.name != nil, !isStrict { continue }
        throw BundleFault("The bundle \(bundle.name) is named twice: \(file.origin.words) has it too")
      }
      bundles[bundle.name] = bundle
    }
    return bundles
  }

  /// A bundle that only describes its functions: they cannot be called.
  static func described(_ manifest: Manifest, _ digest: String) throws(BundleFault) -> LoadedBundle {
    let version = BundleVersion(bundle: manifest.bundle, digest: digest, executable: "")
    return try LoadedBundle(manifest, version: version) { _ in NoWorkers() }
  }
}

/// The workers of a process that only describes bundles.
private struct NoWorkers: BundleCaller {
  nonisolated(nonsending) func call(
    _ endpoint: BundledEndpoint, _ request: Request, _ invocation: Invocation
  ) async throws -> Response {
    throw FunctionError.notConnected("\(endpoint.name) runs in a worker, and this process has none")
  }

  func queueKey(of input: [UInt8], for endpoint: BundledEndpoint) async throws -> String? {
    throw FunctionError.notConnected("\(endpoint.name) runs in a worker, and this process has none")
  }
}
