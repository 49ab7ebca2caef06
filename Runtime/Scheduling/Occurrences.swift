import Wire

/// The instants at which a pattern fires in a zone. Instants are seconds since 1970-01-01T00:00:00Z.
struct Occurrences {
  let pattern: Pattern
  let zone: Zone

  /// The first and last second of the years 1900 to 9999 in UTC.
  static let first = CivilDate(1900, 1, 1).days * 86_400
  static let last = CivilDate(9999, 12, 31).days * 86_400 + 86_399
  static let range = first...last

  /// The first occurrence from an instant on in a direction, that instant included.
  ///
  /// The zone's offset is constant within a segment, so the search there is calendar arithmetic on local time.
  func nearest(from start: Int, _ direction: Direction) -> Int? {
    var instant = start
    while Self.range.contains(instant) {
      let segment = zone.segment(at: instant)
      if direction == .forward, instant == segment.start, fires(afterGapOf: segment) { return instant }
      let fresh = firstLocalTime(of: segment)
      let origin = direction == .forward ? max(instant + segment.offset, fresh) : instant + segment.offset
      let local = pattern.nearest(from: origin, direction)
      if let local, local >= fresh, local < segment.end + segment.offset {
        let found = local - segment.offset
        return Self.range.contains(found) ? found : nil
      }
      if direction == .backward, fires(afterGapOf: segment) { return segment.start }
      instant = next(from: origin, to: local, beyond: segment, direction)
    }
    return nil
  }

  /// The instant at which the search continues after a segment without a match. No local time from `origin` up to, but
  /// not including, `found` matches.
  ///
  /// Local time differs from UTC by `Zone.maximumOffset` at most, so the search can skip to `found` without a stop at
  /// each change of the clocks.
  private func next(from origin: Int, to found: Int?, beyond segment: Zone.Segment, _ direction: Direction) -> Int {
    let margin = Zone.maximumOffset
    switch direction {
    case .forward:
      guard segment.end - margin >= origin else { return segment.end }
      return max(segment.end, found.map { $0 - margin } ?? .max)
    case .backward:
      guard segment.start + margin <= origin else { return segment.start - 1 }
      return min(segment.start - 1, found.map { $0 + margin } ?? .min)
    }
  }

  /// The first local time of a segment at which the pattern can fire. A fixed time does not run again after clocks fall
  /// back.
  private func firstLocalTime(of segment: Zone.Segment) -> Int {
    let begin = segment.start + segment.offset
    return segment.lead > 0 && pattern.restrictsHours && !pattern.isInterval ? begin + segment.lead : begin
  }

  /// Whether the pattern has an occurrence in the local time that the clocks jumped over at the segment's start.
  private func fires(afterGapOf segment: Zone.Segment) -> Bool {
    guard segment.lead < 0, pattern.restrictsHours, Self.range.contains(segment.start) else { return false }
    let end = segment.start + segment.offset
    guard let local = pattern.nearest(from: end + segment.lead, .forward) else { return false }
    return local < end
  }
}
