/// What came of the wish to cancel a job.
public enum CancelResult: String, Sendable, Hashable, Codable {
  /// It waited, or was dead, and has ended.
  case cancelled
  /// It runs, and its host cancels its handler; it ends when the handler does.
  case cancelling
  /// There is no such job, or it has ended.
  case notFound = "not_found"
}
