import FoundationEssentials

/// The calls and runs of one trace.
package struct TraceMembers: Sendable, Hashable {
  private let id: String
  /// The call that the trace begins with, if its id is a call's. It has no trace of a caller.
  private let root: UUID?

  /// - Parameter id: the trace's, 32 hexadecimal digits.
  package init(_ id: String) {
    self.id = id
    var text = id
    for place in [20, 16, 12, 8] where text.utf8.count >= 32 {
      text.insert("-", at: text.utf8.index(text.startIndex, offsetBy: place))
    }
    root = UUID(uuidString: text)
  }

  /// Whether a call or run is part of the trace. It creates no string, since it is called for every record in memory.
  package func contains(_ record: InvocationRecord) -> Bool {
    record.callersTrace.map { $0 == id } ?? (record.id == root)
  }
}
