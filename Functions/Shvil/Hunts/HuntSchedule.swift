import Edge
import Foundation

/// A hunt's state with its times, and the rules of their changes. It has no clock and no database.
struct HuntSchedule: Equatable {
  var status: HuntStatus
  /// The start: planned for a draft, past for the other states.
  var startTime: Date?
  /// The end: planned, or past for a completed hunt.
  var endTime: Date?

  /// The schedule after a change.
  ///
  /// - Parameters:
  ///   - status: the new state; nil keeps it. The state that the hunt is in already is no change.
  ///   - start: the new start: nil keeps it, and an inner nil removes it.
  ///   - end: the new end, likewise.
  ///   - now: the instant of the change, and of a start or an end that is not given.
  /// - Throws: ``FunctionError``: a conflict for a state that cannot follow and for times that are past; otherwise a
  ///   validation error with the member's path.
  func changed(to status: HuntStatus?, start: Date??, end: Date??, at now: Date) throws(FunctionError) -> HuntSchedule {
    let target = status ?? self.status
    guard target == self.status || target == self.status.next else {
      throw .conflict("A hunt goes from draft to active to completed, and this one is \(self.status.rawValue)")
    }
    var next = HuntSchedule(status: target, startTime: start ?? startTime, endTime: end ?? endTime)
    if self.status != .draft {
      guard Self.isSame(next.startTime, startTime) else { throw .conflict("The hunt has started already") }
      next.startTime = startTime
    }
    switch (self.status, target) {
    case (.draft, .active):
      // A planned start gives way to the actual one.
      next.startTime = start.flatMap { $0 } ?? now
      guard let startTime = next.startTime, startTime <= now + HuntLimits.clockSkew else {
        throw .invalid("start_time", "an instant that has come: a draft with a later one starts by itself")
      }
      try next.checkPlannedEnd(at: now)
    case (.active, .completed):
      if let end = end.flatMap({ $0 }) {
        guard end <= now + HuntLimits.clockSkew else { throw .invalid("end_time", "an instant that has come") }
      } else {
        next.endTime = max(now, startTime ?? now)
      }
    case (.completed, _):
      guard Self.isSame(next.endTime, endTime) else { throw .huntOver }
      next.endTime = endTime
    default:
      if Self.isSame(next.endTime, endTime) { next.endTime = endTime } else { try next.checkPlannedEnd(at: now) }
    }
    try next.checkOrder()
    return next
  }

  /// A new draft's schedule.
  static func draft(start: Date?, end: Date?, at now: Date) throws(FunctionError) -> HuntSchedule {
    let draft = HuntSchedule(status: .draft, startTime: start, endTime: end)
    try draft.checkPlannedEnd(at: now)
    try draft.checkOrder()
    return draft
  }

  private func checkPlannedEnd(at now: Date) throws(FunctionError) {
    if let endTime, endTime <= now { throw .invalid("end_time", "an instant in the future") }
  }

  private func checkOrder() throws(FunctionError) {
    for (path, time) in [("start_time", startTime), ("end_time", endTime)] {
      if let time, !HuntLimits.times.contains(time) { throw .invalid(path, "an instant of the years 2000 to 2099") }
    }
    if let startTime, let endTime, status == .completed ? endTime < startTime : endTime <= startTime {
      throw .invalid("end_time", "an instant after start_time")
    }
  }

  /// Whether two instants are stored alike: to the millisecond.
  private static func isSame(_ one: Date?, _ other: Date?) -> Bool {
    guard let one, let other else { return one == nil && other == nil }
    return abs(one.timeIntervalSince(other)) < 0.001
  }
}
