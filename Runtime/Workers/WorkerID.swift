/// The number of a worker, unique for the life of the host.
package struct WorkerID: Hashable, Sendable, CustomStringConvertible {
  package let number: UInt64

  package var description: String { "\(number)" }
}
