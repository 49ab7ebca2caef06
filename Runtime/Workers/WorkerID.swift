/// The number of a worker, unique for the life of the host.
package struct WorkerID: Hashable, Sendable, CustomStringConvertible {
  package let number: UInt64

  package init(number: UInt64) { self.number = number }

  package var description: String { "\(number)" }
}
