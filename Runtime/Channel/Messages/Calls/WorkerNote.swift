/// A one-way message about a worker: the payload of a note of id 0.
package enum WorkerNote: UInt8, Message, Hashable {
  /// Host to worker: end when the calls in hand have ended; no further call comes.
  case retire = 2
  /// Worker to host: the worker has begun to retire.
  case retiring = 3
}
