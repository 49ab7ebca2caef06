import Edge
import Foundation
import Testing

@testable import Functions

/// The rules of a hunt's state and times.
@Suite struct HuntScheduleTests {
  private let draft = HuntSchedule(status: .draft, startTime: nil, endTime: nil)
  private let active = HuntSchedule(status: .active, startTime: noon - 60, endTime: nil)
  private let completed = HuntSchedule(status: .completed, startTime: noon - 60, endTime: noon - 30)

  private func code(_ body: () throws(FunctionError) -> HuntSchedule) -> String {
    do throws(FunctionError) { return "accepted \(try body())" } catch { return error.code.rawValue }
  }

  @Test func aHuntGoesFromDraftToActiveToCompletedAndNoOtherWay() throws {
    let schedules = [draft, active, completed]
    for (index, schedule) in schedules.enumerated() {
      for (target, status) in [HuntStatus.draft, .active, .completed].enumerated() {
        if target == index {
          #expect(try schedule.changed(to: status, start: nil, end: nil, at: noon) == schedule)
        } else if target == index + 1 {
          #expect(try schedule.changed(to: status, start: nil, end: nil, at: noon).status == status)
        } else {
          #expect(
            code { () throws(FunctionError) in try schedule.changed(to: status, start: nil, end: nil, at: noon) }
              == "CONFLICT")
        }
      }
    }
  }

  @Test func aStartHasTheGivenInstantOrTheCurrentOne() throws {
    let planned = HuntSchedule(status: .draft, startTime: noon + 3600, endTime: noon + 7200)
    #expect(try planned.changed(to: .active, start: nil, end: nil, at: noon).startTime == noon)
    #expect(try planned.changed(to: .active, start: .some(nil), end: nil, at: noon).startTime == noon)
    let past = Date(timeIntervalSince1970: 1_704_103_200)  // 2024-01-01T10:00:00Z, of the app's document
    #expect(try draft.changed(to: .active, start: past, end: nil, at: noon).startTime == past)
    #expect(try draft.changed(to: .active, start: noon + 300, end: nil, at: noon).startTime == noon + 300)
    #expect(
      code { () throws(FunctionError) in try draft.changed(to: .active, start: noon + 301, end: nil, at: noon) }
        == "VALIDATION_ERROR")
  }

  @Test func aRepeatedChangeIsNone() throws {
    let started = try draft.changed(to: .active, start: noon - 0.0004, end: noon + 60, at: noon)
    #expect(try started.changed(to: .active, start: noon - 0.0001, end: noon + 60, at: noon + 30) == started)
    #expect(try started.changed(to: .active, start: nil, end: noon + 60, at: noon + 90) == started)
    #expect(
      code { () throws(FunctionError) in try started.changed(to: .active, start: noon - 1, end: nil, at: noon) }
        == "CONFLICT")
    #expect(
      code { () throws(FunctionError) in try started.changed(to: nil, start: .some(nil), end: nil, at: noon) }
        == "CONFLICT")
    #expect(try completed.changed(to: .completed, start: nil, end: noon - 30, at: noon) == completed)
    #expect(
      code { () throws(FunctionError) in try completed.changed(to: nil, start: nil, end: noon + 1, at: noon) }
        == "CONFLICT")
  }

  @Test func anEndIsPlannedForTheFutureAndAfterTheStart() throws {
    #expect(try draft.changed(to: nil, start: noon + 60, end: noon + 61, at: noon).endTime == noon + 61)
    for (start, end) in [(noon + 60, noon + 60), (noon + 60, noon + 30), (noon - 60, noon)] {
      #expect(
        code { () throws(FunctionError) in try draft.changed(to: nil, start: start, end: end, at: noon) }
          == "VALIDATION_ERROR")
      #expect(
        code { () throws(FunctionError) in try HuntSchedule.draft(start: start, end: end, at: noon) }
          == "VALIDATION_ERROR")
    }
    let planned = HuntSchedule(status: .draft, startTime: nil, endTime: noon - 1)
    #expect(
      code { () throws(FunctionError) in try planned.changed(to: .active, start: nil, end: nil, at: noon) }
        == "VALIDATION_ERROR")
    #expect(try active.changed(to: nil, start: nil, end: noon + 60, at: noon).endTime == noon + 60)
    #expect(
      code { () throws(FunctionError) in try active.changed(to: nil, start: nil, end: noon, at: noon) }
        == "VALIDATION_ERROR")
  }

  @Test func aCompletedHuntEndedAtTheGivenInstantOrTheCurrentOne() throws {
    let planned = HuntSchedule(status: .active, startTime: noon - 60, endTime: noon + 3600)
    #expect(try planned.changed(to: .completed, start: nil, end: nil, at: noon).endTime == noon)
    #expect(try planned.changed(to: .completed, start: nil, end: noon - 30, at: noon).endTime == noon - 30)
    #expect(
      code { () throws(FunctionError) in try planned.changed(to: .completed, start: nil, end: noon - 61, at: noon) }
        == "VALIDATION_ERROR")
    #expect(
      code { () throws(FunctionError) in try planned.changed(to: .completed, start: nil, end: noon + 301, at: noon) }
        == "VALIDATION_ERROR")
    let ahead = HuntSchedule(status: .active, startTime: noon + 200, endTime: nil)
    #expect(try ahead.changed(to: .completed, start: nil, end: nil, at: noon).endTime == noon + 200)
  }

  @Test func timesAreOfTheYears2000To2099() {
    for time in [Date(timeIntervalSince1970: 946_684_799), Date(timeIntervalSince1970: 4_102_444_800)] {
      #expect(
        code { () throws(FunctionError) in try HuntSchedule.draft(start: time, end: nil, at: noon) }
          == "VALIDATION_ERROR")
    }
  }
}
