/// The workers of a host, their groups, and the latest deaths: the answer of the control `workers`.
package struct WorkerReport: Codable, Sendable, Hashable {
  package let workers: [WorkerSummary]
  package let groups: [GroupSummary]
  /// The latest deaths, the latest last.
  package let deaths: [DeathRecord]

  package init(workers: [WorkerSummary], groups: [GroupSummary], deaths: [DeathRecord]) {
    self.workers = workers
    self.groups = groups
    self.deaths = deaths
  }
}
