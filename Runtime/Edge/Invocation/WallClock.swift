public import FoundationEssentials

/// A clock for dates and times. Tests use their own.
public struct WallClock: Sendable {
  private let read: @Sendable () -> Date
  package let isSystem: Bool

  /// A clock that calls `now`.
  public init(now: @escaping @Sendable () -> Date) { self.init(isSystem: false, now) }

  private init(isSystem: Bool, _ read: @escaping @Sendable () -> Date) {
    self.isSystem = isSystem
    self.read = read
  }

  /// The machine's clock.
  public static let system = WallClock(isSystem: true) { Date() }

  /// A clock that stands still.
  public static func fixed(_ date: Date) -> WallClock { WallClock { date } }

  /// The current instant.
  public var now: Date { read() }

  /// The current UTC day.
  public var today: CalendarDay { CalendarDay(containing: now) }
}
