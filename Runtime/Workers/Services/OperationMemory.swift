import Channel
import Synchronization

/// The memory that long operations of one worker, and the answers to them, take in the host.
///
/// The channel's limits bound a short operation. A long operation is collected whole, and a long answer is kept until
/// the worker has read it. While both together have more than the limit, further operations of the worker are refused.
package final class OperationMemory: Sendable {
  package let limit: Int

  private let bytes = Atomic(0)

  /// - Parameter limit: in bytes; by default twice the longest result of a statement (256 MiB).
  package init(limit: Int = 512 << 20) { self.limit = limit }

  /// The error of an operation for which there is no memory; nil while there is some.
  var refusal: RemoteError? { bytes.load(ordering: .relaxed) < limit ? nil : exhausted }

  private var exhausted: RemoteError {
    RemoteError(
      type: "TooManyBytes", text: "The long operations of a worker may have \(limit >> 20) MiB in the host at a time")
  }

  /// Begins a share of the memory without bytes.
  func lease() -> Lease { Lease(self) }

  /// The share of one operation, which ends with the value.
  final class Lease: Sendable {
    private let memory: OperationMemory
    private let own = Atomic(0)

    fileprivate init(_ memory: OperationMemory) { self.memory = memory }

    deinit { memory.bytes.subtract(own.load(ordering: .relaxed), ordering: .relaxed) }

    /// Counts bytes that are there already: a result or a response, whose operation has taken effect. Further
    /// operations are refused while the worker has more than its limit.
    func count(_ count: Int) {
      memory.bytes.add(count, ordering: .relaxed)
      own.add(count, ordering: .relaxed)
    }

    /// Adds bytes that are about to be collected.
    ///
    /// - Throws: `RemoteError` if the worker then has more than its limit; the bytes are not added.
    func add(_ count: Int) throws(RemoteError) {
      guard memory.bytes.add(count, ordering: .relaxed).newValue <= memory.limit else {
        memory.bytes.subtract(count, ordering: .relaxed)
        throw memory.exhausted
      }
      own.add(count, ordering: .relaxed)
    }

    /// Sets the share to what the operation still keeps.
    func replace(with count: Int) {
      let before = own.exchange(count, ordering: .relaxed)
      memory.bytes.add(count - before, ordering: .relaxed)
    }
  }
}
