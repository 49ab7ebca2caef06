import Edge

/// The counts of a host's calls of functions and services since its start. It keeps the host's counters alone, not the
/// host.
package struct CallCounts: Sendable {
  private let operations: Operations

  init(_ operations: Operations) { self.operations = operations }

  /// The calls that ended, and those in hand.
  package var current: (ended: Int, running: Int) {
    var calls = (ended: 0, running: 0)
    for name in operations.statistics where name.kind != .job {
      calls.ended += name.count
      calls.running += name.active
    }
    return calls
  }
}

extension FunctionHost {
  /// The counts of its calls.
  package var calls: CallCounts { CallCounts(operations) }
}
