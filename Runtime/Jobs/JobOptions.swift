/// How a host runs its jobs.
public struct JobOptions: Sendable, Hashable {
  /// How many jobs run at the same time on this host, 1 to 10,000.
  public var capacity = 512
  /// How long a lease is good for without being renewed: after a host dies, its jobs are taken over that much later. At least a second.
  public var lease: Duration = .seconds(30)
  /// How often the tables are looked at when nothing says that there is something new.
  public var pollInterval: Duration = .seconds(1)
  /// How long jobs in hand may go on after the host was told to stop.
  public var gracePeriod: Duration = .seconds(30)
  /// How long a stopping runner waits, after the grace period, until the ends of cancelled jobs are written.
  package var cancellationPeriod: Duration = .seconds(5)

  /// The defaults.
  public init() {}
}
