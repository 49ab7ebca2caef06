/// The limits and intervals with which a host runs its jobs.
package struct JobOptions: Sendable, Hashable {
  /// How many jobs run at the same time on this host, 1 to 10,000.
  package var capacity = 512
  /// The duration of a lease without renewal, at least a second. The jobs of a host that died are taken over after this
  /// time.
  package var lease: Duration = .seconds(30)
  /// The interval between polls of the tables when no hint arrives.
  package var pollInterval: Duration = .seconds(1)
  /// How long running jobs may continue after the host began to shut down.
  package var gracePeriod: Duration = .seconds(30)
  /// How long a stopping runner waits after the grace period for the ends of cancelled jobs to be written.
  package var cancellationPeriod: Duration = .seconds(5)
  /// Whether the wait before a retry is random up to its limit, and not the limit itself.
  package var hasRetryJitter = true

  package init() {}

  /// Draws the part of its limit that the next wait before a retry takes, 0 to 1.
  func draw() -> Double { hasRetryJitter ? .random(in: 0..<1) : 1 }
}
