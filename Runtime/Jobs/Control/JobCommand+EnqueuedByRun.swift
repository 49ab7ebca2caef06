public import FoundationEssentials

extension JobCommand {
  /// The request for the jobs that a run enqueued.
  public struct Run: Codable, Sendable {
    /// The id of the run: the `sb-request-id` of a request.
    public let id: UUID
    /// When it began. Jobs in the queue that were enqueued earlier are not found.
    public let began: Date
    /// Creates a request.
    public init(id: UUID, began: Date) { (self.id, self.began) = (id, began) }
  }

  /// A job that a run enqueued.
  public struct EnqueuedByRun: Codable, Sendable, Hashable {
    /// Its id.
    public let id: Int64
    /// The function's name.
    public let name: String
    /// Its state in the queue, or the outcome of its last try.
    public let state: String
  }
}
