/// The place of a running call: a worker, and the call's index among those of the worker.
package struct GroupPlace: Sendable, Hashable {
  package let worker: WorkerID
  package let index: Int
}
