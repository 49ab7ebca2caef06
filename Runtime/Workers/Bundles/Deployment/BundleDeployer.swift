import Channel
package import FoundationEssentials
package import Logging
import Synchronization

/// Loads, deploys, rolls back and undeploys the bundles of a host: one change at a time, each of them whole or not at
/// all.
package actor BundleDeployer {
  let store: BundleStore
  /// The copies of executables that flags and `config.toml` name. They end with this run.
  let copies: BundleStore
  let workers: any BundleWorkers
  let serving: any BundleServing
  let now: @Sendable () -> Date
  let logger: Logger
  /// Returns the groups of `[functions.<name>] group`, by name.
  private let groups: @Sendable () -> [String: String]

  /// The bundles that are served, by name.
  var served: [String: ServedBundle] = [:] { didSet { updateProblems() } }
  /// The bundles that should be served and cannot, by name, with the reasons.
  var broken: [String: BundleFault] = [:] { didSet { updateProblems() } }
  /// The ``problems``. A request reads them, which does not wait for a change that copies a file.
  private let missing = Mutex<[String]>([])
  /// The versions that were replaced, by digest, with the instants of their replacement.
  var replaced: [String: Date] = [:]
  /// The digests of the current versions, by bundle, as this process read or wrote them last in the index. Empty for a
  /// bundle that was refused, which differs from each digest.
  var taken: [String: String] = [:]
  /// The step of the change in hand; nil for none.
  package private(set) var step: String?
  /// The changes that wait for the end of the one in hand.
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// - Parameters:
  ///   - store: the deployed bundles.
  ///   - copies: the folder for copies of other executables.
  ///   - groups: returns the configured groups, by function.
  ///   - now: the clock of the index.
  package init(
    store: BundleStore, copies: BundleStore, workers: any BundleWorkers, serving: any BundleServing,
    groups: @escaping @Sendable () -> [String: String] = { [:] }, now: @escaping @Sendable () -> Date = { Date() },
    logger: Logger
  ) {
    self.store = store
    self.copies = copies
    self.workers = workers
    self.serving = serving
    self.groups = groups
    self.now = now
    self.logger = logger
  }

  /// The bundles that are served, by name.
  package var bundles: [LoadedBundle] { served.values.map(\.loaded).sorted { $0.name < $1.name } }

  /// The versions that are served.
  package var versions: Set<BundleVersion> { Set(served.values.map(\.loaded.version)) }

  /// The reasons why bundles are not served at all, for `ready`.
  package nonisolated var problems: [String] { missing.withLock(\.self) }

  private func updateProblems() {
    let reasons = broken.filter { served[$0.key] == nil }.sorted { $0.key < $1.key }.map { name, fault in
      "the bundle \(name) is not served: \(fault)"
    }
    missing.withLock { $0 = reasons }
  }

  /// Whether all bundles are served that should be.
  package var isComplete: Bool { broken.isEmpty }

  /// The number of changes that wait for the one in hand.
  var waitingChanges: Int { waiting.count }

  /// Runs a change while no other one runs.
  ///
  /// - Parameters:
  ///   - first: the change's first step.
  ///   - mayWait: whether to wait for a change that is under way, for one that no command asks for: it would be lost.
  /// - Throws: ``BundleFault`` of the change, or if another one is under way.
  func alone<Result: Sendable>(
    _ first: String, mayWait: Bool = false, _ change: () async throws(BundleFault) -> Result
  ) async throws(BundleFault) -> Result {
    if let step {
      guard mayWait else {
        throw BundleFault("Another change of the bundles is under way: \(step)", hint: "run the command again later")
      }
      // The change that ends keeps `step` set and resumes this one, so no other change starts in between.
      await withCheckedContinuation { waiting.append($0) }
    }
    step = first
    defer { if waiting.isEmpty { step = nil } else { waiting.removeFirst().resume() } }
    if mayWait, Task.isCancelled { throw BundleFault("The change was cancelled before it began") }
    return try await change()
  }

  /// Names the step of the change in hand.
  func enter(_ step: String) {
    self.step = step
    logger.debug("Bundles", metadata: ["step": "\(step)"])
  }

  /// Starts a worker of an executable, checks its manifest, and takes its version.
  ///
  /// - Parameter name: the name that the bundle must have; nil for any.
  func load(
    _ executable: StoredExecutable, named name: String?
  ) async throws(BundleFault) -> LoadedBundle {
    let manifest = try await workers.manifest(of: executable)
    // The fault below shows the name.
    try ManifestCheck.check(manifest)
    if let name, manifest.bundle != name {
      throw BundleFault(
        "The executable is the bundle \(manifest.bundle), not \(name)", hint: "use the bundle's own name")
    }
    return try load(
      manifest, BundleVersion(bundle: manifest.bundle, digest: executable.digest, executable: executable.path))
  }

  /// Takes the version of a checked manifest.
  func load(
    _ manifest: Manifest, _ version: BundleVersion, groups configured: [String: String]? = nil
  ) throws(BundleFault) -> LoadedBundle {
    let isServed = served[version.bundle]?.loaded.version == version
    workers.take(version, manifest: manifest)
    do throws(BundleFault) {
      return try describe(manifest, version, groups: configured ?? groups())
    } catch {
      if !isServed { workers.retire(version) }
      throw error
    }
  }

  /// A bundle with the callers of the groups that have been taken.
  func describe(
    _ manifest: Manifest, _ version: BundleVersion, groups: [String: String]
  ) throws(BundleFault) -> LoadedBundle {
    try LoadedBundle(manifest, version: version, groups: groups) { group in
      workers.caller(of: version, group: group)
    }
  }

  /// Checks what is to be served, migrates, records it and serves it.
  ///
  /// - Parameters:
  ///   - next: all bundles that are to be served.
  ///   - other: checks and serves the bundles; nil for the usual host.
  ///   - record: records the change where a restart finds it.
  func change(
    to next: [String: ServedBundle], through other: (any BundleServing)? = nil,
    record: () throws(BundleFault) -> Void = {}
  ) async throws(BundleFault) {
    do throws(BundleFault) {
      enter("checking names, routes, limits and schedules")
      let change = try await (other ?? serving).check(inOrder(next))
      enter("applying migrations")
      try await change.migrate()
      try record()
      enter("swapping")
      let previous = served
      served = next
      await change.serve()
      for version in retire(previous, besides: next) { replaced[version.digest] = now() }
    } catch {
      retire(next, besides: served)
      throw error
    }
  }

  /// The bundles in the order in which they are checked: those that are served already are the owners of their names.
  func inOrder(_ next: [String: ServedBundle]) -> [LoadedBundle] {
    let bundles = next.values.map(\.loaded).sorted { $0.name < $1.name }
    let present = versions
    return bundles.filter { present.contains($0.version) } + bundles.filter { !present.contains($0.version) }
  }

  /// Retires the versions that are not among others.
  ///
  /// - Returns: these versions.
  @discardableResult
  private func retire(
    _ bundles: [String: ServedBundle], besides others: [String: ServedBundle]
  ) -> Set<BundleVersion> {
    let retired = Set(bundles.values.map(\.loaded.version)).subtracting(others.values.map(\.loaded.version))
    for version in retired { workers.retire(version) }
    return retired
  }
}
