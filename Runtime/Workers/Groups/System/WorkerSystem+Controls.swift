package import Edge

extension WorkerSystem {
  /// The workers to end: one by its number, or those of a bundle or a group.
  package struct Selection: Codable, Sendable, Hashable {
    package var worker: UInt64?
    package var bundle: String?
    package var group: String?

    package init(worker: UInt64? = nil, bundle: String? = nil, group: String? = nil) {
      self.worker = worker
      self.bundle = bundle
      self.group = group
    }
  }

  /// The functions behind `swiftlet workers`, for the service role.
  package var controls: [any Endpoint] {
    [
      Function("workers", access: .serviceRole) { _ in self.report() },
      Function("workers_retire", access: .serviceRole) { (which: Selection, _) in
        try self.end(which, atOnce: false)
      },
      Function("workers_kill", access: .serviceRole) { (which: Selection, _) in try self.end(which, atOnce: true) },
    ]
  }

  /// The reasons why groups answer no calls, for `ready`.
  package var problems: [String] { groups.filter { $0.summary.isReplaced == false }.compactMap(\.problem).sorted() }

  /// The workers, the groups and the latest deaths.
  package func report() -> WorkerReport {
    let groups = groups.sorted { ($0.setup.version.bundle, $0.setup.name) < ($1.setup.version.bundle, $1.setup.name) }
    return WorkerReport(
      workers: groups.flatMap(\.summaries).sorted { $0.worker < $1.worker }, groups: groups.map(\.summary),
      deaths: environment.deaths.all)
  }

  /// Ends workers after their calls, or at once.
  ///
  /// - Returns: the workers as they were before.
  /// - Throws: ``FunctionError`` if no worker matches.
  package func end(_ which: Selection, atOnce: Bool) throws(FunctionError) -> [WorkerSummary] {
    guard which.worker != nil || which.bundle != nil || which.group != nil else {
      throw .validation("Name a worker by its number, a group or a bundle")
    }
    var ended: [WorkerSummary] = []
    for group in groups {
      for worker in group.summaries {
        guard which.worker ?? worker.worker == worker.worker, which.bundle ?? worker.bundle == worker.bundle,
          which.group ?? worker.group == worker.group
        else { continue }
        if group.end(WorkerID(number: worker.worker), atOnce: atOnce) { ended.append(worker) }
      }
    }
    guard !ended.isEmpty else { throw .notFound("WORKER_NOT_FOUND", "There is no such worker") }
    return ended
  }
}
