/// A job that is in the queue.
public struct EnqueuedJob: Sendable, Hashable {
  /// Its id, as ``JobRun/id`` will say.
  public let id: Int64
  /// False if an unfinished job with the same key was there already: this is its id.
  public let isNew: Bool

  /// Describes a job.
  public init(id: Int64, isNew: Bool) {
    self.id = id
    self.isNew = isNew
  }
}
