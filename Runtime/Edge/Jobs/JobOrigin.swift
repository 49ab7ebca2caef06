/// The run that enqueued a job.
public struct JobOrigin: Sendable, Hashable, Codable {
  /// The trigger of that run: an `Invocation.Trigger`, or `command` for the command line.
  public let trigger: String
  /// The function or the job that ran; for a command its words, such as `jobs enqueue`.
  public let function: String?
  /// The run's id: the `sb-request-id` of a request.
  public let id: String?
  /// The job that the run belonged to; nil for a request.
  public let job: Int64?
  /// The user whose token the request had, a UUID; for a command the account of the operating system.
  public let user: String?
  /// The trace of that run and the run's span, as the header field `traceparent`; nil for a command.
  public let traceparent: String?

  /// Describes a run.
  public init(
    trigger: String, function: String?, id: String? = nil, job: Int64? = nil, user: String? = nil,
    traceparent: String? = nil
  ) {
    self.trigger = trigger
    self.function = function
    self.id = id
    self.job = job
    self.user = user
    self.traceparent = traceparent
  }
}
