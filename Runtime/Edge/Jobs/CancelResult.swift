/// The result of cancelling a job.
public enum CancelResult: String, Sendable, Hashable, Codable {
  /// The job waited, or was dead. It has ended.
  case cancelled
  /// The job runs. Its host cancels the handler, and the job ends when the handler returns.
  case cancelling
  /// The job does not exist, or has ended.
  case notFound = "not_found"
}
