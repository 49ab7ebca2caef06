extension BundleDeployer {
  /// Serves the present bytes of an executable that a flag or `config.toml` names.
  ///
  /// - Throws: ``BundleFault``. Then what was served before is still served.
  package func update(_ file: BundleFile) async throws(BundleFault) -> DeploymentReport {
    try await alone("copying the executable", mayWait: true) { () async throws(BundleFault) in
      let copy = try copies.copy(file.path)
      if let present = served.values.first(where: {
        $0.loaded.version.digest == copy.digest && $0.origin == file.origin
      }) {
        return DeploymentReport(present.loaded, previous: copy.digest, isChanged: false)
      }
      enter("starting a worker")
      let loaded = try await load(copy, named: file.name)
      var next = served
      // The file may be another bundle now.
      let before = next.first { $0.value.origin == file.origin }
      if let before { next[before.key] = nil }
      next[loaded.name] = ServedBundle(loaded: loaded, origin: file.origin)
      try await change(to: next)
      broken[loaded.name] = nil
      broken[file.origin.words] = nil
      broken[file.path] = nil
      try? prune(copies, keeping: Set(served.values.map(\.loaded.version.digest)))
      return DeploymentReport(loaded, previous: before?.value.loaded.version.digest)
    }
  }

  /// Makes the served bundles anew, by other settings.
  ///
  /// - Parameters:
  ///   - groups: the configured groups, by function.
  ///   - other: checks and serves the bundles by the other settings.
  ///   - prepare: called once the settings are checked: groups that are made from then on have the other settings.
  ///   - undo: called if the change fails after that; returns the configured groups of before.
  /// - Throws: ``BundleFault``. Then nothing has changed.
  package func renew(
    groups: [String: String], through other: any BundleServing, prepare: @Sendable () -> Void,
    undo: @Sendable () -> [String: String]
  ) async throws(BundleFault) {
    try await alone("taking changed settings", mayWait: true) { () async throws(BundleFault) in
      // No worker is given a call by settings that are refused.
      var described: [String: ServedBundle] = [:]
      for (name, bundle) in served {
        let loaded = try describe(bundle.loaded.manifest, bundle.loaded.version, groups: groups)
        described[name] = ServedBundle(loaded: loaded, origin: bundle.origin)
      }
      _ = try await other.check(inOrder(described))
      prepare()
      do throws(BundleFault) {
        try await serveAnew(groups, through: other)
      } catch {
        // The groups of the other settings go, and those of before take calls again.
        try? await serveAnew(undo(), through: serving)
        throw error
      }
    }
  }

  private func serveAnew(_ groups: [String: String], through other: any BundleServing) async throws(BundleFault) {
    var next = served
    for (name, bundle) in served {
      let loaded = try load(bundle.loaded.manifest, bundle.loaded.version, groups: groups)
      next[name] = ServedBundle(loaded: loaded, origin: bundle.origin)
    }
    try await change(to: next, through: other)
  }

  /// All bundles with their versions, as `swiftlet bundles` lists them.
  package func standings() throws(BundleFault) -> [BundleStanding] {
    var standings = try store.index().standings(served: served, broken: broken)
    for bundle in served.values where bundle.origin != .deployed {
      standings.append(
        BundleStanding(
          bundle: bundle.loaded.name, digest: bundle.loaded.version.digest, state: .serving,
          origin: bundle.origin.words, functions: bundle.loaded.functions.count, routes: bundle.loaded.restCount,
          jobs: bundle.loaded.jobs.count))
    }
    let listed = Set(standings.map(\.bundle))
    for (name, fault) in broken where !listed.contains(name) {
      standings.append(
        BundleStanding(bundle: name, digest: "", state: .broken, origin: "", problem: fault.description))
    }
    return standings.sorted { $0.bundle < $1.bundle }
  }
}

extension BundleIndex {
  /// The deployed versions. Those of a bundle that a flag or a file replaces are kept.
  fileprivate func standings(served: [String: ServedBundle], broken: [String: BundleFault]) -> [BundleStanding] {
    bundles.sorted { $0.key < $1.key }.flatMap { name, entry in
      entry.versions.reversed().map { record in
        var standing = BundleStanding(
          bundle: name, digest: record.digest, state: .kept, origin: BundleOrigin.deployed.words,
          deployedAt: record.deployedAt)
        guard record.digest == entry.current else { return standing }
        standing.isReversible = entry.previous != nil
        // Another process may have changed the index.
        if let bundle = served[name], bundle.origin == .deployed, bundle.loaded.version.digest == record.digest {
          standing.state = .serving
          standing.functions = bundle.loaded.functions.count
          standing.routes = bundle.loaded.restCount
          standing.jobs = bundle.loaded.jobs.count
        } else if let fault = broken[name] {
          standing.state = .broken
          standing.problem = fault.description
        } else if served[name]?.origin == .deployed {
          standing.state = .current
        }
        return standing
      }
    }
  }
}
