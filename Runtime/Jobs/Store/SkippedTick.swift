import FoundationEssentials

/// Ticks that do not run, to be written into the history.
struct SkippedTick: Sendable {
  let name: String
  let tick: Date
  let isLate: Bool
  let reason: String
}
