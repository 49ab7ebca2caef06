package import Edge

/// The reason for which the host ends a worker.
package enum WorkerKill: Sendable, Hashable {
  /// A limit was exceeded, by this call if it is known.
  case limit(WorkerFailure.Resource, call: UInt64?)
  /// The worker broke the channel's rules; the text says which.
  case violation(String)
  /// The worker does not answer: at its start, or when it was asked to end.
  case unresponsive(String)
  /// The worker is not needed any more.
  case retired
  /// The command line asked for it.
  case requested
  /// The host ends.
  case shutdown
}

extension WorkerKill: CustomStringConvertible {
  /// The reason in words, for the log.
  package var description: String {
    switch self {
    case .limit(.memory, _): "memory limit"
    case .limit(.cpu, call: .some): "CPU limit of a call"
    case .limit(.cpu, call: nil): "CPU limit of a worker without calls"
    case .limit(.disk, _): "limit of temporary files"
    case .limit(.threads, _): "limit of threads"
    case .limit(.wallClock, _): "wall clock limit of a call"
    case .violation(let rule): "violation of the channel's protocol: \(rule)"
    case .unresponsive(let text): text
    case .retired: "retired"
    case .requested: "killed by command"
    case .shutdown: "shutdown"
    }
  }
}
