package import Edge

/// An effect that ``GroupState`` has decided on, performed by its driver.
package enum GroupAction: Sendable, Hashable {
  case start(WorkerID)
  /// Send a call that has waited to a worker.
  case assign(GroupCall.ID, GroupPlace)
  case refuse(GroupCall.ID, WorkerFailure)
  /// Ask a worker to end once it has no calls.
  case retire(WorkerID)
  case kill(WorkerID, WorkerKill)
}
