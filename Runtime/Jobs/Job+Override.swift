import Edge

extension Job {
  func applying(_ override: JobOverride) -> Job {
    var job = self
    if let schedule = override.schedule { job.schedule = schedule }
    if let timeZone = override.timeZone { job.timeZone = timeZone }
    if let catchUp = override.catchUp { job.catchUp = catchUp }
    if let overlap = override.overlap { job.overlap = overlap }
    if let age = override.olderThan { job.olderThan = age }
    if !override.days.isEmpty { job.days.merge(override.days) { $1 } }
    if let retries = override.retries { job.queue.attempts = max(0, min(retries, QueuePolicy.maximumAttempts - 1)) + 1 }
    return job
  }

  /// The queue policy, with the limit that follows from the schedule's rules: runs that replace the last one, or catch
  /// up in order, run one at a time.
  var policyOfLane: QueuePolicy {
    var policy = queue
    if overlap == .replace || (catchUp.runsAll && overlap != .allow) { policy.concurrency = policy.concurrency ?? 1 }
    return policy
  }
}
