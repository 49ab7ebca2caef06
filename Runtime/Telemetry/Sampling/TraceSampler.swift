/// The rule that decides which traces are exported: `OTEL_TRACES_SAMPLER` and `OTEL_TRACES_SAMPLER_ARG`.
package struct TraceSampler: Sendable, Hashable {
  /// The rule for a trace that begins here, or whose caller's decision does not count.
  package enum Root: Sendable, Hashable {
    case all
    case none
    /// A part of all traces, from 0 to 1, by their ids.
    case ratio(Double)
  }

  package var root: Root
  /// Whether the decision of the caller counts, if there is one.
  package var isParentBased: Bool

  /// The specification's default is `parentbased_always_on`.
  package init(_ root: Root = .all, isParentBased: Bool = true) {
    self.root = root
    self.isParentBased = isParentBased
  }

  /// Decides about a trace. All hosts with the same rule decide alike.
  ///
  /// - Parameter parent: whether the caller records the trace; nil if it said nothing.
  func isSampled(_ trace: TraceID, parent: Bool?) -> Bool {
    if isParentBased, let parent { return parent }
    switch root {
    case .all: return true
    case .none: return false
    case .ratio(let ratio):
      // A trace is sampled if its 56 random bits reach a threshold (W3C Trace Context, level 2). Whole numbers are
      // compared, since a Double has only 53 bits.
      return trace.randomness >= UInt64((1 - min(max(ratio, 0), 1)) * 0x1p56)
    }
  }
}
