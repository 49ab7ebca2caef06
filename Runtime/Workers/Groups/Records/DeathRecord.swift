import Edge
package import FoundationEssentials

/// The record of a worker's end, as the log and the command `workers list` show it.
package struct DeathRecord: Codable, Sendable, Hashable {
  package let at: Date
  package let bundle: String
  /// The first digits of the version's digest.
  package let version: String
  package let group: String
  /// The function that ran on the crashed thread, or whose call exceeded a limit; nil if it is not known.
  package let function: String?
  package let worker: UInt64
  package let pid: Int32
  /// The reason in a word: `SIGILL`, `memory`, `cpu`, `disk`, `threads`, `wall_clock`, `violation`, `unresponsive`,
  /// `exit`.
  package let reason: String
  /// The reason in words, with its number.
  package let description: String
  /// The ids of the calls that had begun and got no answer of their own, or not all of its body.
  package let lost: [String]
  /// The last lines of standard output and error, which contain Swift's message of a trap: at most 20.
  package let lines: [String]
  /// Its age in seconds.
  package let age: Double
  /// The calls that it was given.
  package let served: Int

  private enum CodingKeys: String, CodingKey {
    case at, bundle, version, group, function, worker, pid, reason, description, lost, lines, served
    case age = "age_seconds"
  }

  /// - Parameter offender: the call that exceeded the limit, with or without an answer; nil if it is not one call's.
  init(
    _ death: WorkerDeath, of setup: GroupSetup, lost: [RunningCall], offender: RunningCall? = nil, served: Int,
    at date: Date
  ) {
    at = date
    bundle = setup.version.bundle
    version = setup.version.shortDigest
    group = setup.name
    function = death.crash?.function ?? offender?.name ?? (lost.count == 1 ? lost.first?.name : nil)
    worker = death.worker.number
    pid = death.pid
    reason = death.reason
    description = death.words(offender?.limits ?? setup.commonLimits, setup.limits)
    self.lost = lost.map { "\($0.invocation.id)" }
    lines = death.lastLines
    age = death.age / .seconds(1)
    self.served = served
  }

  var metadata: Logger.Metadata {
    var metadata: Logger.Metadata = ["pid": "\(pid)", "reason": "\(description)", "served": "\(served)"]
    if let function { metadata["function"] = "\(function)" }
    if !lost.isEmpty { metadata["lost"] = "\(lost.joined(separator: " "))" }
    if !lines.isEmpty { metadata["stderr"] = "\(lines.joined(separator: "\n"))" }
    return metadata
  }
}
