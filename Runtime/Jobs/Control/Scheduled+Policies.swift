import Edge
import FoundationEssentials

extension JobRegistry.Scheduled {
  /// The job's settings, and where each comes from.
  var policies: [JobCommand.ScheduleDetails.Policy] {
    func policy(_ name: String, _ value: String, _ isConfigured: Bool = false) -> JobCommand.ScheduleDetails.Policy {
      .init(name: name, value: value, isConfigured: isConfigured)
    }
    var policies = [
      policy("enabled", isEnabled ? "yes" : "no", override.enabled != nil),
      policy("schedule", job.schedule, override.schedule != nil),
      policy("time_zone", job.timeZone, override.timeZone != nil),
      policy("catch_up", job.catchUp.words, override.catchUp != nil),
      policy("overlap", job.overlap.words, override.overlap != nil),
      policy("jitter", job.jitter == .zero ? "none" : "up to \(job.jitter.words)"),
      policy("retries", "\(job.queue.attempts - 1)", override.retries != nil),
      policy(
        "back_off", "from \(job.queue.backOff.base.words) to \(job.queue.backOff.cap.words), with full jitter"),
      policy("timeout", job.queue.timeout.words),
    ]
    if let limit = job.policyOfLane.concurrency { policies.append(policy("concurrency", "\(limit) at the same time")) }
    if let rate = job.queue.rate { policies.append(policy("rate", "\(rate.count) starts in \(rate.period.words)")) }
    if let age = job.olderThan { policies.append(policy("older_than", age.words, override.olderThan != nil)) }
    for (kind, days) in job.days.sorted(by: { $0.key < $1.key }) {
      policies.append(policy("days.\(kind)", "\(days)", override.days[kind] != nil))
    }
    return policies
  }
}

extension Job.CatchUp {
  fileprivate var words: String {
    switch self {
    case .skip: "skip: ticks that came while no host was up do not run"
    case .latest: "latest: of the ticks that came while no host was up the latest runs"
    case .all(let limit): "all: ticks that came while no host was up run one after another, \(limit) at most"
    }
  }
}

extension Job.Overlap {
  fileprivate var words: String {
    switch self {
    case .allow: "allow: a tick runs beside the last run"
    case .forbid: "forbid: a tick is skipped while the last run is going"
    case .replace: "replace: a tick cancels the last run"
    }
  }
}

extension Duration {
  /// The duration with its largest fitting unit: `90 s`, `5 min`, `2 h`, `7 d`.
  fileprivate var words: String {
    let seconds = self / .seconds(1)
    for (unit, length) in [("d", 86_400.0), ("h", 3600), ("min", 60)] where seconds >= length {
      if seconds.truncatingRemainder(dividingBy: length) == 0, seconds < 1e15 {
        return "\(Int(seconds / length)) \(unit)"
      }
    }
    return seconds == seconds.rounded() && seconds < 1e15
      ? "\(Int(seconds)) s" : "\(Int((seconds * 1000).rounded())) ms"
  }
}
