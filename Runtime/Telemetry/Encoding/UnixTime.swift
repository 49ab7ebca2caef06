import FoundationEssentials

/// Instants as OTLP has them: nanoseconds since 1970.
enum UnixTime {
  /// The nanoseconds of an instant; 0 for one before 1970.
  static func nanoseconds(_ date: Date) -> UInt64 {
    let exact = date.timeIntervalSince1970 * 1e9
    return exact > 0 && exact < 0x1p63 ? UInt64(exact) : 0
  }

  /// An instant earlier or later by microseconds; not before 1970.
  static func moved(_ nanoseconds: UInt64, byMicroseconds microseconds: Int) -> UInt64 {
    let (distance, hasOverflow) = microseconds.magnitude.multipliedReportingOverflow(by: 1000)
    guard !hasOverflow else { return nanoseconds }
    if microseconds < 0 { return nanoseconds > UInt64(distance) ? nanoseconds - UInt64(distance) : 0 }
    let (sum, isTooLate) = nanoseconds.addingReportingOverflow(UInt64(distance))
    return isTooLate ? nanoseconds : sum
  }
}
