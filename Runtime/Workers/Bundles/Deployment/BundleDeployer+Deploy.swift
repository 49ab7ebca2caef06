extension BundleDeployer {
  /// Deploys an executable: copies it, starts one worker of it, checks its manifest, migrates, and serves it.
  ///
  /// - Throws: ``BundleFault``. Then what is served has not changed.
  package func deploy(_ bundle: String, _ executable: String) async throws(BundleFault) -> DeploymentReport {
    try await alone("copying the executable") { () async throws(BundleFault) in
      try refuseNamed(bundle)
      let lock = try store.lock()
      defer { withExtendedLifetime(lock) {} }
      let index = try store.index()
      let copy = try store.copy(executable)
      do throws(BundleFault) {
        return try await serve(copy, as: bundle, index) { (index) throws(BundleFault) in
          // A current version that another process has deployed keeps its place.
          if index.bundles[bundle]?.current != copy.digest { index.deploy(bundle, digest: copy.digest, at: now()) }
        }
      } catch {
        try? prune(store, keeping: index.digests)
        throw error
      }
    }
  }

  /// Serves the version before the current one.
  package func rollBack(_ bundle: String) async throws(BundleFault) -> DeploymentReport {
    try await alone("reading the index") { () async throws(BundleFault) in
      try refuseNamed(bundle)
      let lock = try store.lock()
      defer { withExtendedLifetime(lock) {} }
      let index = try store.index()
      var next = index
      try next.rollBack(bundle)
      guard let digest = next.bundles[bundle]?.current else { throw BundleFault("There is no bundle \(bundle)") }
      let stored = try store.checked(digest, rollingBack: bundle)
      return try await serve(stored, as: bundle, index) { (index) throws(BundleFault) in try index.rollBack(bundle) }
    }
  }

  /// Stops serving a bundle, and removes its versions from the index. Its tables stay.
  ///
  /// Its executables are removed later (``prune(_:keeping:)``).
  package func undeploy(_ bundle: String) async throws(BundleFault) -> DeploymentReport {
    try await alone("reading the index") { () async throws(BundleFault) in
      try refuseNamed(bundle)
      let lock = try store.lock()
      defer { withExtendedLifetime(lock) {} }
      var index = try store.index()
      let previous = index.bundles[bundle]?.current
      try index.undeploy(bundle)
      var next = served
      next[bundle] = nil
      try await change(to: next) { () throws(BundleFault) in try write(index, changing: bundle) }
      broken[bundle] = nil
      try? prune(store, keeping: index.digests)
      return DeploymentReport(undeployed: bundle, previous: previous)
    }
  }

  /// Loads a stored executable, and makes it the version that is served.
  private func serve(
    _ stored: StoredExecutable, as bundle: String, _ index: BundleIndex,
    change update: (inout BundleIndex) throws(BundleFault) -> Void
  ) async throws(BundleFault) -> DeploymentReport {
    let previous = index.bundles[bundle]?.current
    if previous == stored.digest, let present = served[bundle], present.loaded.version.digest == stored.digest {
      return DeploymentReport(present.loaded, previous: previous, isChanged: false)
    }
    let before = served[bundle]?.loaded.version.digest ?? previous
    enter("starting a worker")
    let loaded = try await load(stored, named: bundle)
    var updated = index
    try update(&updated)
    var next = served
    next[bundle] = ServedBundle(loaded: loaded, origin: .deployed)
    try await change(to: next) { () throws(BundleFault) in
      try store.keep(loaded.manifest, of: stored.digest)
      try write(updated, changing: bundle)
    }
    broken[bundle] = nil
    try? prune(store, keeping: updated.digests)
    return DeploymentReport(loaded, previous: before)
  }

  private func write(_ index: BundleIndex, changing bundle: String) throws(BundleFault) {
    try store.write(index)
    taken[bundle] = index.bundles[bundle]?.current
  }

  /// Refuses to change a bundle that a flag or `config.toml` names.
  private func refuseNamed(_ bundle: String) throws(BundleFault) {
    guard let origin = served[bundle]?.origin, origin != .deployed else { return }
    throw BundleFault(
      "The bundle \(bundle) is served from \(origin.words), not from a deployment",
      hint: "start the host without it, and deploy it; or replace that executable and use serve --watch")
  }
}
