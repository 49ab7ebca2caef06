import Foundation
import Testing

@testable import Scheduling

/// A test case: the occurrences of one expression around one change of the clocks, on the zone's clock.
struct ClockChange: Sendable, CustomTestStringConvertible {
  let zone: String
  let expression: String
  let after: String
  let expected: [String]

  init(_ zone: String, _ expression: String, after: String, _ expected: [String]) {
    self.zone = zone
    self.expression = expression
    self.after = after
    self.expected = expected
  }

  var testDescription: String { "\(expression) in \(zone) after \(after)" }
}

@Suite struct ClockChangeTests {
  @Test(arguments: newYork + berlin + lordHowe + santiago + amman + casablanca + whole)
  func occurrencesFollowTheRules(change: ClockChange) throws {
    let found = try fires(change.expression, change.zone, after: change.after, change.expected.count)
    #expect(found == change.expected)
    // The search backwards finds the same occurrences.
    let last = try #require(change.expected.last)
    let end = try at(last).addingTimeInterval(1).formatted(.iso8601)
    #expect(try fires(change.expression, change.zone, before: end, found.count) == found.reversed())
  }

  /// 02:00 EST becomes 03:00 EDT on 8 March 2026; 02:00 EDT becomes 01:00 EST on 1 November.
  private static let newYork = [
    ClockChange(
      "America/New_York", "30 2 * * *", after: "2026-03-07T00:00:00Z",
      ["2026-03-07T02:30:00-05:00", "2026-03-08T03:00:00-04:00", "2026-03-09T02:30:00-04:00"]),
    // Several in the gap are one run, and so is the one that is due at its end anyway.
    ClockChange(
      "America/New_York", "0,30 2,3 * * *", after: "2026-03-08T05:00:00Z",
      ["2026-03-08T03:00:00-04:00", "2026-03-08T03:30:00-04:00", "2026-03-09T02:00:00-04:00"]),
    ClockChange(
      "America/New_York", "*/20 1-2 * * *", after: "2026-03-08T06:30:00Z",
      ["2026-03-08T01:40:00-05:00", "2026-03-08T03:00:00-04:00", "2026-03-09T01:00:00-04:00"]),
    // Every hour: nothing is moved.
    ClockChange(
      "America/New_York", "30 * * * *", after: "2026-03-08T06:00:00Z",
      ["2026-03-08T01:30:00-05:00", "2026-03-08T03:30:00-04:00"]),
    ClockChange(
      "America/New_York", "30 1 * * *", after: "2026-10-31T12:00:00Z",
      ["2026-11-01T01:30:00-04:00", "2026-11-02T01:30:00-05:00"]),
    ClockChange(
      "America/New_York", "*/30 1 * * *", after: "2026-11-01T04:00:00Z",
      [
        "2026-11-01T01:00:00-04:00", "2026-11-01T01:30:00-04:00", "2026-11-01T01:00:00-05:00",
        "2026-11-01T01:30:00-05:00", "2026-11-02T01:00:00-05:00",
      ]),
    ClockChange(
      "America/New_York", "30 * * * *", after: "2026-11-01T05:00:00Z",
      ["2026-11-01T01:30:00-04:00", "2026-11-01T01:30:00-05:00", "2026-11-01T02:30:00-05:00"]),
    // The first instant of the second pass.
    ClockChange(
      "America/New_York", "0 1,2 * * *", after: "2026-11-01T04:00:00Z",
      ["2026-11-01T01:00:00-04:00", "2026-11-01T02:00:00-05:00", "2026-11-02T01:00:00-05:00"]),
  ]

  /// 02:00 becomes 03:00 on 29 March 2026; 03:00 becomes 02:00 on 25 October.
  private static let berlin = [
    ClockChange(
      "Europe/Berlin", "30 2 * * *", after: "2026-03-28T12:00:00Z",
      ["2026-03-29T03:00:00+02:00", "2026-03-30T02:30:00+02:00"]),
    ClockChange(
      "Europe/Berlin", "0 3 * * *", after: "2026-03-28T12:00:00Z",
      ["2026-03-29T03:00:00+02:00", "2026-03-30T03:00:00+02:00"]),
    ClockChange(
      "Europe/Berlin", "30 2 * * MON", after: "2026-03-28T12:00:00Z",
      ["2026-03-30T02:30:00+02:00", "2026-04-06T02:30:00+02:00"]),
    ClockChange(
      "Europe/Berlin", "30 2 * * SUN", after: "2026-10-20T12:00:00Z",
      ["2026-10-25T02:30:00+02:00", "2026-11-01T02:30:00+01:00"]),
    // A single hour is a range when it is written as one, and a step in any field of time makes an interval.
    ClockChange(
      "Europe/Berlin", "30 2-2 * * *", after: "2026-10-24T12:00:00Z",
      ["2026-10-25T02:30:00+02:00", "2026-10-25T02:30:00+01:00", "2026-10-26T02:30:00+01:00"]),
    ClockChange(
      "Europe/Berlin", "30/60 30 2 * * *", after: "2026-10-24T12:00:00Z",
      ["2026-10-25T02:30:30+02:00", "2026-10-25T02:30:30+01:00", "2026-10-26T02:30:30+01:00"]),
    // In a list one such item is enough; ranges of days are none.
    ClockChange(
      "Europe/Berlin", "0 1,2-3 * * *", after: "2026-10-24T23:30:00Z",
      ["2026-10-25T02:00:00+02:00", "2026-10-25T02:00:00+01:00", "2026-10-25T03:00:00+01:00"]),
    ClockChange(
      "Europe/Berlin", "0 2 20-30 10 *", after: "2026-10-24T12:00:00Z",
      ["2026-10-25T02:00:00+02:00", "2026-10-26T02:00:00+01:00"]),
    // What ran last a week ago, and in the first pass of today.
    ClockChange(
      "Europe/Berlin", "45 2-2 * * SUN", after: "2026-10-24T12:00:00Z",
      ["2026-10-25T02:45:00+02:00", "2026-10-25T02:45:00+01:00", "2026-11-01T02:45:00+01:00"]),
    // All hours, one by one.
    ClockChange(
      "Europe/Berlin", "30 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23 * * *",
      after: "2026-10-25T00:00:00Z",
      ["2026-10-25T02:30:00+02:00", "2026-10-25T02:30:00+01:00", "2026-10-25T03:30:00+01:00"]),
    ClockChange(
      "Europe/Berlin", "30 0-23 * * *", after: "2026-03-29T00:00:00Z",
      ["2026-03-29T01:30:00+01:00", "2026-03-29T03:30:00+02:00"]),
  ]

  /// Half an hour: 02:00 becomes 01:30 on 5 April 2026; 02:00 becomes 02:30 on 4 October.
  private static let lordHowe = [
    ClockChange(
      "Australia/Lord_Howe", "15 2 * * *", after: "2026-10-03T00:00:00Z",
      ["2026-10-04T02:30:00+11:00", "2026-10-05T02:15:00+11:00"]),
    ClockChange(
      "Australia/Lord_Howe", "45 2 * * *", after: "2026-10-03T00:00:00Z",
      ["2026-10-04T02:45:00+11:00", "2026-10-05T02:45:00+11:00"]),
    ClockChange(
      "Australia/Lord_Howe", "15,45 * * * *", after: "2026-10-03T15:00:00Z",
      ["2026-10-04T01:45:00+10:30", "2026-10-04T02:45:00+11:00", "2026-10-04T03:15:00+11:00"]),
    ClockChange(
      "Australia/Lord_Howe", "15,45 1 * * *", after: "2026-04-04T12:00:00Z",
      ["2026-04-05T01:15:00+11:00", "2026-04-05T01:45:00+11:00", "2026-04-06T01:15:00+10:30"]),
    ClockChange(
      "Australia/Lord_Howe", "*/15 1 * * *", after: "2026-04-04T14:20:00Z",
      [
        "2026-04-05T01:30:00+11:00", "2026-04-05T01:45:00+11:00", "2026-04-05T01:30:00+10:30",
        "2026-04-05T01:45:00+10:30", "2026-04-06T01:00:00+10:30",
      ]),
  ]

  /// 24:00 on 4 April 2026 becomes 23:00; 24:00 on 5 September becomes 01:00 of the 6th, which has no midnight.
  private static let santiago = [
    ClockChange(
      "America/Santiago", "0 0 * * *", after: "2026-09-05T12:00:00Z",
      ["2026-09-06T01:00:00-03:00", "2026-09-07T00:00:00-03:00"]),
    ClockChange(
      "America/Santiago", "@weekly", after: "2026-09-05T12:00:00Z",
      ["2026-09-06T01:00:00-03:00", "2026-09-13T00:00:00-03:00"]),
    ClockChange(
      "America/Santiago", "0 0 6 9 *", after: "2026-01-01T00:00:00Z",
      ["2026-09-06T01:00:00-03:00", "2027-09-06T00:00:00-03:00"]),
    ClockChange(
      "America/Santiago", "30 23 * * *", after: "2026-04-04T12:00:00Z",
      ["2026-04-04T23:30:00-03:00", "2026-04-05T23:30:00-04:00"]),
    ClockChange(
      "America/Santiago", "0 0 * * *", after: "2026-04-04T12:00:00Z",
      ["2026-04-05T00:00:00-04:00", "2026-04-06T00:00:00-04:00"]),
    ClockChange(
      "America/Santiago", "30 22-23 * * SAT", after: "2026-04-04T12:00:00Z",
      [
        "2026-04-04T22:30:00-03:00", "2026-04-04T23:30:00-03:00", "2026-04-04T23:30:00-04:00",
        "2026-04-11T22:30:00-04:00",
      ]),
  ]

  /// 00:00 on 26 March 2021 became 01:00; 01:00 on 29 October became 00:00. In 2022 summer time came and stayed.
  private static let amman = [
    ClockChange(
      "Asia/Amman", "0 0 * * *", after: "2021-03-25T12:00:00Z",
      ["2021-03-26T01:00:00+03:00", "2021-03-27T00:00:00+03:00"]),
    ClockChange(
      "Asia/Amman", "30 0 * * *", after: "2021-10-28T12:00:00Z",
      ["2021-10-29T00:30:00+03:00", "2021-10-30T00:30:00+02:00"]),
    ClockChange(
      "Asia/Amman", "0 * * * *", after: "2021-10-28T20:30:00Z",
      ["2021-10-29T00:00:00+03:00", "2021-10-29T00:00:00+02:00", "2021-10-29T01:00:00+02:00"]),
    ClockChange(
      "Asia/Amman", "0 0 25 2,10,11 *", after: "2022-01-01T00:00:00Z",
      ["2022-02-25T01:00:00+03:00", "2022-10-25T00:00:00+03:00", "2022-11-25T00:00:00+03:00"]),
  ]

  /// Back by an hour for Ramadan: 03:00 becomes 02:00 on 15 February 2026, 02:00 becomes 03:00 on 22 March.
  private static let casablanca = [
    ClockChange(
      "Africa/Casablanca", "30 2 * * *", after: "2026-02-14T12:00:00Z",
      ["2026-02-15T02:30:00+01:00", "2026-02-16T02:30:00+00:00"]),
    ClockChange(
      "Africa/Casablanca", "30 2 * * *", after: "2026-03-21T12:00:00Z",
      ["2026-03-22T03:00:00+01:00", "2026-03-23T02:30:00+01:00"]),
    ClockChange(
      "Africa/Casablanca", "*/30 2 * * *", after: "2026-02-14T12:00:00Z",
      [
        "2026-02-15T02:00:00+01:00", "2026-02-15T02:30:00+01:00", "2026-02-15T02:00:00+00:00",
        "2026-02-15T02:30:00+00:00", "2026-02-16T02:00:00+00:00",
      ]),
  ]

  /// Samoa skipped 30 December 2011, and had one day twice in 1892.
  private static let whole = [
    ClockChange(
      "Pacific/Apia", "0 12 * * *", after: "2011-12-29T20:00:00Z",
      ["2011-12-29T12:00:00-10:00", "2011-12-31T00:00:00+14:00", "2011-12-31T12:00:00+14:00"]),
    ClockChange(
      "Pacific/Apia", "0 */12 30 * *", after: "2011-11-30T23:00:00Z",
      ["2011-12-31T00:00:00+14:00", "2012-01-30T00:00:00+14:00"]),
    ClockChange(
      "Pacific/Kwajalein", "0 0 * * *", after: "1993-08-20T12:30:00Z",
      ["1993-08-22T00:00:00+12:00", "1993-08-23T00:00:00+12:00"]),
  ]
}
