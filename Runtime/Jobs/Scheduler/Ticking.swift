import FoundationEssentials
import Scheduling

/// A sequence of ticks: the part of a schedule that planning needs.
protocol Ticking {
  /// The first tick after an instant.
  func next(after instant: Date) -> Date?
  /// The last tick before an instant.
  func previous(before instant: Date) -> Date?
}

extension Schedule: Ticking {}
