package import Edge

/// The settings of `[jobs.<name>]`. Nil leaves the value of the code.
package struct JobOverride: Sendable, Hashable {
  package var schedule: String?
  /// The IANA name of the schedule's time zone.
  package var timeZone: String?
  /// Whether this host runs the schedule. One that does not leaves the ticks to other hosts.
  package var enabled: Bool?
  /// The rule for ticks that came while no host was up.
  package var catchUp: Job.CatchUp?
  /// The rule for a tick that comes while the last run is still going.
  package var overlap: Job.Overlap?
  /// The number of retries of a failed run.
  package var retries: Int?
  /// The age from which the job removes or ends rows.
  package var olderThan: Duration?
  /// The days for which kinds of history are kept. Other kinds keep the code's.
  package var days: [String: Int] = [:]

  package init() {}
}
