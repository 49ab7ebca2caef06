extension Job {
  /// A job whose handler runs in another process, in the endpoint that is made with the configured ages.
  package init(
    _ name: String, every schedule: String, timeZone: String, catchUp: CatchUp, overlap: Overlap, jitter: Duration,
    olderThan: Duration?, days: [String: Int], kinds: Set<String>, queue: QueuePolicy,
    endpoint: @escaping @Sendable (JobAges) -> any Endpoint
  ) {
    self.init(
      name, schedule: schedule, timeZone: timeZone, catchUp: catchUp, overlap: overlap, jitter: jitter, queue: queue,
      olderThan: olderThan, days: days, kinds: kinds
    ) { _, _ in throw FunctionError.notConnected("The job \(name) runs in a worker") }
    elsewhere = endpoint
  }
}
