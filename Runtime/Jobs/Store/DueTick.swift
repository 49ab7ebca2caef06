import FoundationEssentials

/// A due tick, to be written into the queue.
struct DueTick: Sendable {
  let name: String
  let tick: Date
  let runAt: Date
  let isLate: Bool
  let lane: String
  let maximumAttempts: Int
}
