import Channel
import Edge
import FoundationEssentials
import Workers

/// Changes of the deployed bundles while no host runs. The next host loads what is kept.
struct KeptDeployment {
  private let configuration: LoadedConfiguration
  private let store: BundleStore

  init(_ configuration: LoadedConfiguration) {
    self.configuration = configuration
    store = BundleStore(folder: configuration.bundles.folder)
  }

  /// Checks an executable and keeps it as the bundle's current version.
  func deploy(_ deploy: BundleCommand.Deploy) async throws -> DeploymentReport {
    let lock = try store.lock()
    defer { withExtendedLifetime(lock) {} }
    var index = try store.index()
    let copy = try store.copy(deploy.executable)
    let loaded = try KnownBundles.described(
      try await PrintedManifest.of(copy.path, copiedFrom: copy.source), copy.digest)
    guard loaded.name == deploy.bundle else {
      throw Failure(
        .failed, "The executable is the bundle \(loaded.name), not \(deploy.bundle)",
        hint: "use the bundle's own name")
    }
    let previous = index.bundles[loaded.name]?.current
    // The current version keeps its place, so that a later rollback takes the same version as before.
    if previous != copy.digest { index.deploy(loaded.name, digest: copy.digest, at: Date()) }
    return try await keep(loaded, in: index, previous: previous)
  }

  /// Checks the version before the current one, and makes it current.
  func rollBack(_ bundle: String) async throws -> DeploymentReport {
    let lock = try store.lock()
    defer { withExtendedLifetime(lock) {} }
    var index = try store.index()
    let previous = index.bundles[bundle]?.current
    try index.rollBack(bundle)
    let digest = try index.entry(bundle).current
    try store.checked(digest, rollingBack: bundle)
    let loaded = try KnownBundles.described(try await PrintedManifest.of(digest, in: store), digest)
    return try await keep(loaded, in: index, previous: previous)
  }

  /// Checks a version beside the other bundles, and writes the index in which it is current.
  ///
  /// - Parameter previous: the digest that was current until now; nil if there was none.
  /// - Throws: an error before the index is written, for a version that is refused.
  private func keep(
    _ loaded: LoadedBundle, in index: BundleIndex, previous: String?
  ) async throws -> DeploymentReport {
    let digest = loaded.version.digest
    let others = try await KnownBundles.stored(configuration, besides: loaded.name)
    _ = try Application.current.adding(others + [loaded])
    try store.keep(loaded.manifest, of: digest)
    try store.write(index)
    try store.prune(keeping: index.digests)
    return DeploymentReport(loaded, previous: previous, isChanged: previous != digest)
  }

  func undeploy(_ bundle: String) throws -> DeploymentReport {
    let lock = try store.lock()
    defer { withExtendedLifetime(lock) {} }
    var index = try store.index()
    let previous = index.bundles[bundle]?.current
    try index.undeploy(bundle)
    try store.write(index)
    try store.prune(keeping: index.digests)
    return DeploymentReport(undeployed: bundle, previous: previous)
  }

  func standings() throws -> [BundleStanding] {
    try store.index().bundles.sorted { $0.key < $1.key }.flatMap { name, entry in
      entry.versions.reversed().map { record in
        let isCurrent = record.digest == entry.current
        return BundleStanding(
          bundle: name, digest: record.digest, state: isCurrent ? .current : .kept,
          origin: BundleOrigin.deployed.words, deployedAt: record.deployedAt,
          isReversible: isCurrent && entry.previous != nil)
      }
    }
  }
}
