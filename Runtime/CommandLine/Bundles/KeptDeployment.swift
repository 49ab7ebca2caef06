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
    let manifest = try await PrintedManifest.of(copy.path, copiedFrom: copy.source)
    guard manifest.bundle == deploy.bundle else {
      throw Failure(
        .failed, "The executable is the bundle \(manifest.bundle), not \(deploy.bundle)",
        hint: "use the bundle's own name")
    }
    let loaded = try KnownBundles.described(manifest, copy.digest)
    let others = try await KnownBundles.stored(configuration).filter { $0.name != loaded.name }
    _ = try Application.current.adding(others + [loaded])
    let previous = index.bundles[loaded.name]?.current
    index.deploy(loaded.name, digest: copy.digest, at: Date())
    try store.keep(manifest, of: copy.digest)
    try store.write(index)
    try store.prune(keeping: index.digests)
    return DeploymentReport(loaded, previous: previous, isChanged: previous != copy.digest)
  }

  /// Makes the version before the current one current.
  func rollBack(_ bundle: String) async throws -> DeploymentReport {
    let lock = try store.lock()
    defer { withExtendedLifetime(lock) {} }
    var index = try store.index()
    let previous = index.bundles[bundle]?.current
    try index.rollBack(bundle)
    let digest = try index.entry(bundle).current
    let kept = store.manifest(of: digest)
    let manifest: Manifest = if let kept { kept } else { try await PrintedManifest.of(store.executable(digest)) }
    try store.write(index)
    return DeploymentReport(try KnownBundles.described(manifest, digest), previous: previous)
  }

  /// Removes a bundle with its versions.
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

  /// The kept versions.
  func standings() throws -> [BundleStanding] {
    try store.index().bundles.sorted { $0.key < $1.key }.flatMap { name, entry in
      entry.versions.reversed().map {
        BundleStanding(
          bundle: name, digest: $0.digest, state: .kept, origin: BundleOrigin.deployed.words,
          deployedAt: $0.deployedAt)
      }
    }
  }
}
