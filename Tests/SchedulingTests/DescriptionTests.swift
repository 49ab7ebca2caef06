import Testing

@testable import Scheduling

@Suite struct DescriptionTests {
  @Test(arguments: [
    ("* * * * *", "every minute"), ("* * * * * *", "every second"), ("*/5 * * * *", "every 5 minutes"),
    ("*/7 * * * *", "every 7 minutes from minute 0 to 56 of every hour"), ("0 * * * *", "every hour"),
    ("17 * * * *", "every hour at minute 17"), ("5,35 * * * *", "at minutes 5 and 35 of every hour"),
    ("50-10 * * * *", "at minutes 50 to 10 of every hour"), ("0 */2 * * *", "every 2 hours"),
    ("5 */2 * * *", "every 2 hours from 00:05 to 22:05"),
    ("0 22-2 * * *", "every hour from 22:00 to 02:00"), ("* 22-2 * * *", "every minute from 22:00 to 02:59"),
    ("*/5 9-17 * * MON-FRI", "every 5 minutes from 09:00 to 17:59, every weekday"),
    ("*/10 1,3,9-12 * * *", "every 10 minutes, in the hours 1, 3 and 9 to 12"),
    ("*/10 */2 * * *", "every 10 minutes, in every 2nd hour"),
    ("0 1,5,6,14,22 * * *", "every day at 01:00, 05:00, 06:00, 14:00 and 22:00"),
    ("30 2 * * MON-FRI", "every weekday at 02:30"), ("30 2,14 * * 0,6", "every Saturday and Sunday at 02:30 and 14:30"),
    ("5 30 2 * * *", "every day at 02:30:05"), ("5 * * * * *", "every minute at second 5"),
    ("*/10 * * * * *", "every 10 seconds"), ("*/10 5 * * * *", "every 10 seconds in minute 5 of every hour"),
    ("*/10 */5 9-17 * * *", "every 10 seconds in every 5th minute from 09:00 to 17:59"),
    ("0 0 1 1 *", "on day 1 of January at 00:00"), ("0 0 1,15 * *", "on days 1 and 15 of the month at 00:00"),
    ("0 0 */2 * *", "on every 2nd day from 1 to 31 of the month at 00:00"),
    ("0 0 25-5 * *", "on days 25 to 5 of the month at 00:00"), ("0 0 L * *", "on the last day of the month at 00:00"),
    (
      "0 0 L-3,LW,15W * *",
      "on the weekday nearest to day 15, 3 days before the last day and the last weekday of the month at 00:00"
    ),
    ("0 0 * * FRIL", "on the last Friday of the month at 00:00"),
    ("0 0 * 3 MON#2", "on the second Monday of March at 00:00"),
    ("0 0 * * 1,3,5L", "every Monday and Wednesday and on the last Friday of the month at 00:00"),
    ("0 0 13 * FRI", "on day 13 of the month or every Friday at 00:00"),
    ("0 0 */2 * FRI", "on every 2nd day from 1 to 31 of the month if it is a Friday at 00:00"),
    ("0 0 * NOV-FEB *", "every day in November to February at 00:00"),
    ("0 0 1-31 * 5", "every day at 00:00"), ("* * 13 * FRI", "every minute, on day 13 of the month or every Friday"),
    ("@weekly", "every Sunday at 00:00"), ("@hourly", "every hour"),
  ])
  func schedulesAreDescribedInEnglish(expression: String, expected: String) throws {
    #expect(try Schedule(expression).description == expected + ", UTC")
    #expect(try Schedule(expression, timeZone: "Europe/Berlin").description == expected + ", Europe/Berlin")
  }

  @Test(arguments: [
    ("@every 90s", "every 90 seconds"), ("@every 1h30m", "every 90 minutes"), ("@every 48h", "every 2 days"),
    ("@every 3600s", "every hour"), ("30 seconds", "every 30 seconds"), ("1 second", "every second"),
  ])
  func intervalsHaveNoZone(expression: String, expected: String) throws {
    #expect(try Schedule(expression, timeZone: "Europe/Berlin").description == expected)
  }
}
