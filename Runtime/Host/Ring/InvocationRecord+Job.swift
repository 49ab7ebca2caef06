import Edge
import FoundationEssentials

extension InvocationRecord {
  /// The record of a job's run that ended at `time`.
  init(_ job: JobInvocation, _ finished: FinishedOperation, _ result: Result<Void, any Error>, at time: Date) {
    self.init(
      time: time, id: job.id.uuid, function: job.function.name, status: finished.status,
      timing: InvocationTiming(total: finished.microseconds))
    trigger =
      switch job.trigger {
      case .http: .http
      case .schedule: .cron
      case .enqueue: .queue
      case .manual: .command
      }
    role = Role.serviceRole.rawValue
    self.job = job.run?.id
    attempt = job.run?.attempt
    adopt(job.trace)
    // The whole run is the handler's, with its background work.
    timing.handler = finished.microseconds
    guard case .failure(let error) = result, !(error is CancellationError) else { return }
    self.error = "\(error)".cut(toBytes: 2048)
    if finished.status >= 500 { outcome = .failed }
  }
}
