import Edge
import Synchronization

/// A name under which operations are counted. It numbers them.
final class OperationName: Sendable {
  let text: String
  let kind: OperationStatistics.Kind
  private let index: Int
  private let last = Atomic(0)

  init(_ text: String, _ kind: OperationStatistics.Kind, index: Int) {
    self.text = text
    self.kind = kind
    self.index = index
  }

  /// The id of an operation that begins.
  func next() -> OperationID { OperationID(name: index, number: last.add(1, ordering: .relaxed).newValue) }
}
