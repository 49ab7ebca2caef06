import Edge
import FoundationEssentials

/// A job that this host has leased.
struct ClaimedJob: Sendable, Equatable {
  let id: Int64
  let name: String
  /// The fencing token, which grows with each claim. Only the holder of the latest one can end the job.
  let fence: Int64
  let attempt: Int
  let maximumAttempts: Int
  let trigger: Invocation.Trigger
  let scheduledAt: Date
  let priority: Int
  let payload: String
  /// The ``JobOrigin`` as JSON; nil for a tick.
  var origin: String?
  /// The lane in which it waited.
  var lane = ""
  /// Whether it was taken over from a host that died. No other job of its function starts on this host while it runs.
  var isIsolated = false
}
