import Foundation
import Testing

@testable import Scheduling

@Suite struct RefusalTests {
  private static let timeHint = "with ranges such as 1-5 and steps such as */5"
  private static let fieldHint =
    "expected 5 fields (minute, hour, day of month, month, day of week), 6 with seconds in front, or a macro such as @daily"

  @Test(arguments: [
    ("60 * * * *", "minute \"60\": expected 0 to 59, \(timeHint)"),
    ("60 * * * * *", "second \"60\": expected 0 to 59, \(timeHint)"),
    ("* 24 * * *", "hour \"24\": expected 0 to 23, \(timeHint)"),
    ("* 5-24 * * *", "hour \"5-24\": expected 0 to 23, \(timeHint)"),
    ("-1 * * * *", "minute \"-1\": expected 0 to 59, \(timeHint)"),
    ("+1 * * * *", "minute \"+1\": expected 0 to 59, \(timeHint)"),
    ("1-2-3 * * * *", "minute \"1-2-3\": expected 0 to 59, \(timeHint)"),
    ("1- * * * *", "minute \"1-\": expected 0 to 59, \(timeHint)"),
    ("? * * * *", "minute \"?\": expected 0 to 59, \(timeHint)"),
    ("99999999999999999999 * * * *", "minute \"99999999999999999999\": expected 0 to 59, \(timeHint)"),
    ("1,,2 * * * *", "minute \"1,,2\": an item of the list is empty"),
    ("1, * * * *", "minute \"1,\": an item of the list is empty"),
    ("*/0 * * * *", "minute \"*/0\": expected a step of 1 to 60 after the slash"),
    ("*/90 * * * *", "minute \"*/90\": expected a step of 1 to 60 after the slash"),
    ("*/ * * * *", "minute \"*/\": expected a step of 1 to 60 after the slash"),
    ("*/5/5 * * * *", "minute \"*/5/5\": expected a step of 1 to 60 after the slash"),
    ("* */25 * * *", "hour \"*/25\": expected a step of 1 to 24 after the slash"),
    ("* * 0 * *", "day of month \"0\": expected 1 to 31, L, LW, L-3 or 15W"),
    ("* * 32W * *", "day of month \"32W\": expected 1W to 31W, the Monday to Friday nearest to the day, or LW"),
    ("* * 1-5W * *", "day of month \"1-5W\": expected 1W to 31W, the Monday to Friday nearest to the day, or LW"),
    ("* * L-31 * *", "day of month \"L-31\": expected L-1 to L-30, days before the last one"),
    ("* * L-0 * *", "day of month \"L-0\": expected L-1 to L-30, days before the last one"),
    ("* * ?/2 * *", "day of month \"?/2\": expected 1 to 31, L, LW, L-3 or 15W"),
    ("* * * 13 *", "month \"13\": expected 1 to 12 or JAN to DEC, \(timeHint)"),
    ("* * * JANUARY *", "month \"JANUARY\": expected 1 to 12 or JAN to DEC, \(timeHint)"),
    ("* * * L *", "month \"L\": expected 1 to 12 or JAN to DEC, \(timeHint)"),
    ("* * * * 8", "day of week \"8\": expected 0 to 7 or SUN to SAT, 5L or MON#2"),
    ("* * * * FRI-", "day of week \"FRI-\": expected 0 to 7 or SUN to SAT, 5L or MON#2"),
    ("* * * * 8L", "day of week \"8L\": expected 0L to 7L or SUNL to SATL, the last one of the month"),
    (
      "* * * * MON#6",
      "day of week \"MON#6\": expected a weekday, # and 1 to 5: MON#2 is the second Monday of the month"
    ),
    ("* * * * #", "day of week \"#\": expected a weekday, # and 1 to 5: MON#2 is the second Monday of the month"),
    (
      "* * * * L",
      "day of week \"L\": expected a weekday with it: 5L or FRIL is the last Friday of the month, SAT is every Saturday"
    ),
    ("", "expression \"\": it is empty; \(fieldHint)"),
    ("   ", "expression \"   \": it is empty; \(fieldHint)"),
    ("* * *", "expression \"* * *\": it has 3 fields; \(fieldHint)"),
    ("5", "expression \"5\": it has 1 field; \(fieldHint)"),
    ("* * * * * * *", "expression \"* * * * * * *\": it has 7 fields; \(fieldHint)"),
    ("0 0 * * *\t", "expression \"0 0 * * *\\t\": expected printable ASCII, with spaces between the fields"),
    ("0 0 * * *\n", "expression \"0 0 * * *\\n\": expected printable ASCII, with spaces between the fields"),
    ("0 0 * * ٣", "expression \"0 0 * * \\u{0663}\": expected printable ASCII, with spaces between the fields"),
    ("@every", "interval \"@every\": expected @every and one duration such as 90s or 1h30m"),
    ("@every 5", "interval \"5\": expected whole hours, minutes and seconds, such as 90s, 5m or 1h30m"),
    ("@every 5ms", "interval \"5ms\": expected whole hours, minutes and seconds, such as 90s, 5m or 1h30m"),
    ("@every 1.5h", "interval \"1.5h\": expected whole hours, minutes and seconds, such as 90s, 5m or 1h30m"),
    ("@every -5s", "interval \"-5s\": expected whole hours, minutes and seconds, such as 90s, 5m or 1h30m"),
    ("@every 0s", "interval \"0s\": expected 1 second to 365 days (8760h)"),
    ("@every 8760h1s", "interval \"8760h1s\": expected 1 second to 365 days (8760h)"),
    ("0 seconds", "interval \"0\": expected 1 to 59 seconds; longer periods are written @every 90s"),
    ("60 seconds", "interval \"60\": expected 1 to 59 seconds; longer periods are written @every 90s"),
    (
      "@reboot",
      "expression \"@reboot\": expected @hourly, @daily, @midnight, @weekly, @monthly, @yearly, @annually or @every "
        + "with a duration, alone"
    ),
  ])
  func malformedExpressionsAreRefusedWithAReason(text: String, expected: String) {
    #expect(refusal(text) == expected)
  }

  @Test(arguments: [
    ("0 0 30 2 *", "day of month \"30\": it can never fire: there is no such day in February"),
    (
      "0 0 31 4,6,9,11 ?",
      "day of month \"31\": it can never fire: there is no such day in April, June, September or November"
    ),
    ("0 0 31W 2-2 *", "day of month \"31W\": it can never fire: there is no such day in February"),
    ("0 0 L-30 APR *", "day of month \"L-30\": it can never fire: there is no such day in April"),
    ("0 0 30 2 */2", "day of month \"30\": it can never fire: there is no such day in February"),
    (
      "0 0 */16 * MON#2",
      "day of week \"MON#2\": it can never fire: where one day field begins with * both must match, and no day in "
        + "January to December does"
    ),
  ])
  func expressionsThatNeverFireAreRefused(text: String, expected: String) {
    #expect(refusal(text) == expected)
  }

  /// A weekday is enough where both are restricted; a fifth Monday of a February comes every 28 years.
  @Test(arguments: ["0 0 30 2 MON", "0 0 29 2 */7", "0 0 * 2 MON#5", "0 0 31 2,3 *", "0 0 L-29 * *"])
  func rareExpressionsAreAccepted(text: String) {
    #expect(refusal(text) == nil)
  }

  @Test func lengthIsCountedInBytes() throws {
    let fitting = "0 0 * * *" + String(repeating: " ", count: 247)
    #expect(refusal(fitting) == nil)
    let message = try #require(refusal(fitting + " "))
    #expect(message.hasSuffix("…\": expected at most 256 bytes, not 257"))
    #expect(message.utf8.count < 150)
  }

  @Test(arguments: [
    ("Europe/Berlim", "there is no such zone; did you mean Europe/Berlin?"),
    ("berlin", "there is no such zone; did you mean Europe/Berlin?"),
    ("utc", "there is no such zone; did you mean UTC?"),
    ("Mars/Olympus_Mons", "there is no such zone; expected an IANA name such as Europe/Berlin or UTC"),
    ("America", "there is no such zone; expected an IANA name such as Europe/Berlin or UTC"),
    ("", "expected an IANA name such as Europe/Berlin or UTC"),
    ("/etc/passwd", "expected an IANA name such as Europe/Berlin or UTC"),
    ("Europe/../Europe/Berlin", "expected an IANA name such as Europe/Berlin or UTC"),
    ("Europe//Berlin", "expected an IANA name such as Europe/Berlin or UTC"),
    ("Europe/Berlin/", "expected an IANA name such as Europe/Berlin or UTC"),
    ("zone1970.tab", "expected an IANA name such as Europe/Berlin or UTC"),
  ])
  func unknownZonesAreNamed(name: String, reason: String) {
    #expect(refusal("0 0 * * *", name) == "time zone \"\(name)\": \(reason)")
  }

  @Test func anUnusableZoneFileIsNamed() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "zones-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("no zone".utf8).write(to: folder.appending(path: "Broken"))
    let directory = folder.path(percentEncoded: false)
    let error = #expect(throws: ScheduleError.self) { try ZoneStore.read("Broken", in: directory) }
    #expect(error?.reason == "the file \(directory)/Broken cannot be used: it is no time zone file (TZif)")
    let other = #expect(throws: ScheduleError.self) { try ZoneStore.read("Brocken", in: directory) }
    #expect(other?.reason == "there is no such zone; did you mean Broken?")
  }

  @Test func theErrorForMissingZoneFilesSaysWhatToInstall() throws {
    let error = #expect(throws: ScheduleError.self) { try ZoneStore.read("Europe/Berlin", in: "/nonexistent") }
    #expect(error?.field == "time zone")
    #expect(error?.text == "Europe/Berlin")
    #expect(error?.reason == "there are no time zone files in /nonexistent: install the package tzdata, or set TZDIR")
    // These two need none.
    #expect(try fires("0 0 * * *", "Etc/UTC", after: "2026-01-01T00:00:00Z", 1) == ["2026-01-02T00:00:00+00:00"])
  }
}
