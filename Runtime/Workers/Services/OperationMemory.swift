import Channel
import Synchronization

/// The memory that long operations of one worker, and the answers to them, take in the host.
///
/// A short one is bounded by the channel's limits. A long one is collected whole, and a long answer is kept until the worker has read it.
package final class OperationMemory: Sendable {
  /// The most bytes of one worker: two of the longest results.
  package static let limit = 512 << 20

  private let bytes = Atomic(0)

  package init() {}

  /// Begins a share of the memory without bytes.
  func lease() -> Lease { Lease(self) }

  /// The share of one operation, which ends with the value.
  final class Lease: Sendable {
    private let memory: OperationMemory
    private let own = Atomic(0)

    fileprivate init(_ memory: OperationMemory) { self.memory = memory }

    deinit { memory.bytes.subtract(own.load(ordering: .relaxed), ordering: .relaxed) }

    /// Adds bytes.
    ///
    /// - Throws: `RemoteError` if the worker then has more than its limit; the bytes are not added.
    func add(_ count: Int) throws(RemoteError) {
      guard memory.bytes.add(count, ordering: .relaxed).newValue <= OperationMemory.limit else {
        memory.bytes.subtract(count, ordering: .relaxed)
        throw RemoteError(
          type: "TooManyBytes",
          text: "The long operations of a worker may have \(OperationMemory.limit >> 20) MiB in the host at a time")
      }
      own.add(count, ordering: .relaxed)
    }
  }
}
