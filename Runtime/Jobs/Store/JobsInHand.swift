/// The running jobs of a host and those with unwritten ends, as far as they decide whether an isolated job may start.
struct JobsInHand: Sendable, Equatable {
  var functions: Set<String> = []
  /// The function of the isolated job among them. A host runs one at a time.
  var isolated: String?
  /// The function of the last isolated job, until a claim has given its other jobs precedence.
  var lastIsolated: String?
}
