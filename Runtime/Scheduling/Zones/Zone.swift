import Wire

/// A time zone: which offset from UTC its clocks had, have and will have.
final class Zone: Sendable {
  /// A stretch of time with one offset, in which local time runs as evenly as UTC does.
  struct Segment: Hashable {
    /// The first second, since 1970-01-01T00:00:00Z.
    var start: Int
    /// The second after the last one.
    var end: Int
    /// Seconds east of Greenwich.
    var offset: Int
    /// How far the clocks had been already when the segment began: so many seconds of local time are shown again, or,
    /// if negative, were jumped over.
    var lead: Int
  }

  /// No clock is further from UTC: 24:59:59 and an hour of summer time is what POSIX allows (RFC 9636 recommends less).
  static let maximumOffset = 93_600
  /// An end of time that leaves room to add to (RFC 9636, 3.2: no earlier times).
  static let farthest = 1 << 59

  static let utc = Zone(offset: 0)

  private struct Entry {
    var start: Int64
    var offset: Int32
    var lead: Int32
  }

  /// In order of time; the first one begins long before everything else.
  private let entries: [Entry]
  /// From here on everything repeats with the calendar, every 400 years; nil if clocks stay as they are at the end.
  private let cycleStart: Int?

  /// 400 Gregorian years in seconds: 20,871 whole weeks.
  private static let cycle = 146_097 * 86_400

  /// - Parameters:
  ///   - offset: the offset before all changes.
  ///   - changes: those that are on record, in order of time.
  ///   - rule: what holds after the last of them.
  init(offset: Int, changes: [OffsetChange] = [], rule: POSIXRule? = nil) {
    var changes = changes
    var cycleStart: Int?
    if let rule, case .yearly = rule.summer {
      let year = changes.last.map { CivilDate(days: floorDivide($0.instant, 86_400).quotient).year } ?? 1899
      let last = changes.last?.instant ?? -Self.farthest
      // Years on either side of the cycle, leap years among them, so that the rule alone makes its beginning and end.
      let end = CivilDate(year + 420, 1, 1).days * 86_400
      changes += rule.changes(inYears: year...year + 420).filter { $0.instant > last && $0.instant < end }
      cycleStart = CivilDate(year + 10, 1, 1).days * 86_400
    } else if let rule, changes.isEmpty {
      changes = [OffsetChange(instant: -Self.farthest, offset: rule.offset)]
    }
    var entries = [Entry(start: Int64(-Self.farthest), offset: Int32(offset), lead: 0)]
    entries.reserveCapacity(changes.count + 1)
    var current = offset
    // How far local time has been.
    var shown = -Self.farthest + offset
    for (index, change) in changes.enumerated() where change.offset != current {
      // Of two at one instant the second one stands: nobody ever saw the other.
      if index + 1 < changes.count, changes[index + 1].instant == change.instant { continue }
      shown = max(shown, change.instant + current)
      let lead = shown - change.instant - change.offset
      entries.append(Entry(start: Int64(change.instant), offset: Int32(change.offset), lead: Int32(lead)))
      current = change.offset
    }
    self.entries = entries
    // Summer time that never ends changes nothing, so that there is nothing to repeat.
    self.cycleStart = cycleStart.flatMap { start in (entries.last?.start).map { $0 > start } == true ? start : nil }
  }

  /// The segment that an instant is in.
  func segment(at instant: Int) -> Segment {
    var shift = 0
    if let cycleStart, instant >= cycleStart + Self.cycle {
      shift = floorDivide(instant - cycleStart, Self.cycle).quotient * Self.cycle
    }
    let index = self.index(of: instant - shift)
    let entry = entries[index]
    let end = index + 1 < entries.count ? Int(entries[index + 1].start) : Self.farthest
    return Segment(
      start: Int(entry.start) + shift, end: end + shift, offset: Int(entry.offset), lead: Int(entry.lead))
  }

  /// The last entry that begins at an instant or before it.
  private func index(of instant: Int) -> Int {
    var low = 0
    var high = entries.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if entries[middle].start <= instant { low = middle } else { high = middle }
    }
    return low
  }
}
