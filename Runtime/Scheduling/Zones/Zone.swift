import Wire

/// A time zone: the past, present and future offsets of its clocks from UTC.
final class Zone: Sendable {
  /// A stretch of time with one offset, in which local time runs as evenly as UTC does.
  struct Segment: Hashable {
    /// The first second, since 1970-01-01T00:00:00Z.
    var start: Int
    /// The second after the last one.
    var end: Int
    /// Seconds east of Greenwich.
    var offset: Int
    /// How many seconds of local time the segment repeats at its beginning; if negative, how many the clocks jump over.
    var lead: Int
  }

  /// The largest distance from UTC: POSIX allows 24:59:59 and an hour of summer time (RFC 9636 recommends less).
  static let maximumOffset = 93_600
  /// The end of time, with room for additions without overflow (RFC 9636, 3.2: no earlier times).
  static let farthest = 1 << 59

  static let utc = Zone(offset: 0)

  /// A segment in the zone's memory. It ends where the next one begins.
  private struct StoredSegment {
    var start: Int64
    var offset: Int32
    var lead: Int32
  }

  /// The segments in order of time. The first begins long before all changes.
  private let segments: [StoredSegment]
  /// The beginning of the years whose changes repeat with the calendar, every 400 years; nil if there are no such
  /// changes.
  private let cycleStart: Int?

  /// 400 Gregorian years in seconds: 20,871 whole weeks.
  private static let cycle = 146_097 * 86_400

  /// A zone with an offset before all changes, the recorded changes in order of time, and the rule for the time after
  /// the last of them.
  init(offset: Int, changes: [OffsetChange] = [], rule: POSIXRule? = nil) {
    var changes = changes
    var cycleStart: Int?
    if let rule, case .yearly = rule.summer {
      let year = changes.last.map { CivilDate(days: floorDivide($0.instant, 86_400).quotient).year } ?? 1899
      let last = changes.last?.instant ?? -Self.farthest
      // Some years on either side of the cycle, so that the rule alone decides its beginning and end.
      let end = CivilDate(year + 420, 1, 1).days * 86_400
      changes += rule.changes(inYears: year...year + 420).filter { $0.instant > last && $0.instant < end }
      cycleStart = CivilDate(year + 10, 1, 1).days * 86_400
    } else if let rule, changes.isEmpty {
      changes = [OffsetChange(instant: -Self.farthest, offset: rule.offset)]
    }
    var segments = [StoredSegment(start: Int64(-Self.farthest), offset: Int32(offset), lead: 0)]
    segments.reserveCapacity(changes.count + 1)
    var current = offset
    // The latest local time that the clocks have shown.
    var shown = -Self.farthest + offset
    for (index, change) in changes.enumerated() where change.offset != current {
      // Of two changes at one instant only the second has an effect.
      if index + 1 < changes.count, changes[index + 1].instant == change.instant { continue }
      shown = max(shown, change.instant + current)
      let lead = shown - change.instant - change.offset
      segments.append(StoredSegment(start: Int64(change.instant), offset: Int32(change.offset), lead: Int32(lead)))
      current = change.offset
    }
    self.segments = segments
    // Permanent summer time has no changes, so there is nothing to repeat.
    self.cycleStart = cycleStart.flatMap { start in (segments.last?.start).map { $0 > start } == true ? start : nil }
  }

  func segment(at instant: Int) -> Segment {
    var shift = 0
    if let cycleStart, instant >= cycleStart + Self.cycle {
      shift = floorDivide(instant - cycleStart, Self.cycle).quotient * Self.cycle
    }
    let index = self.index(of: instant - shift)
    let stored = segments[index]
    let end = index + 1 < segments.count ? Int(segments[index + 1].start) : Self.farthest
    return Segment(
      start: Int(stored.start) + shift, end: end + shift, offset: Int(stored.offset), lead: Int(stored.lead))
  }

  /// The index of the last segment that begins at an instant or before it.
  private func index(of instant: Int) -> Int {
    var low = 0
    var high = segments.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if segments[middle].start <= instant { low = middle } else { high = middle }
    }
    return low
  }
}
