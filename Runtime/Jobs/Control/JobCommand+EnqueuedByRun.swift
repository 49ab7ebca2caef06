package import FoundationEssentials

extension JobCommand {
  /// The request for the jobs that a run enqueued.
  package struct Run: Codable, Sendable {
    /// The id of the run: the `sb-request-id` of a request.
    package let id: UUID
    /// When it began. Jobs in the queue that were enqueued earlier are not found.
    package let began: Date
    package init(id: UUID, began: Date) { (self.id, self.began) = (id, began) }
  }

  /// A job that a run enqueued.
  package struct EnqueuedByRun: Codable, Sendable, Hashable {
    package let id: Int64
    package let name: String
    /// Its state in the queue, or the outcome of its last try.
    package let state: String
  }
}
