/// A job that is in the queue.
public struct EnqueuedJob: Sendable, Hashable {
  /// The job's id: the same as ``JobRun/id`` in its runs.
  public let id: Int64
  /// False if the queue already had a job with the same unique key; ``id`` is then that job's.
  public let isNew: Bool

  /// Describes a job.
  public init(id: Int64, isNew: Bool) {
    self.id = id
    self.isNew = isNew
  }
}
