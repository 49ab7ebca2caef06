public import Edge

/// The settings of `[jobs.<name>]`. Nil leaves the value of the code.
public struct JobOverride: Sendable, Hashable {
  /// When the job runs.
  public var schedule: String?
  /// The IANA name of the schedule's time zone.
  public var timeZone: String?
  /// Whether this host runs the schedule. One that does not leaves the ticks to other hosts.
  public var enabled: Bool?
  /// The rule for ticks that came while no host was up.
  public var catchUp: Job.CatchUp?
  /// The rule for a tick that comes while the last run is still going.
  public var overlap: Job.Overlap?
  /// The number of retries of a failed run.
  public var retries: Int?
  /// The age from which the job removes or ends rows.
  public var olderThan: Duration?
  /// The days for which kinds of history are kept. Other kinds keep the code's.
  public var days: [String: Int] = [:]

  /// Creates an override that changes nothing.
  public init() {}
}
