import Testing

@testable import Wire

@Suite struct HTTPDateTests {
  @Test func datesOfTheCalendar() {
    for (seconds, text) in [
      (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
      (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"), (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
      (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"),
    ] {
      #expect(HTTPDate.text(of: seconds) == text)
      #expect(HTTPDate.seconds(text) == seconds)
    }
    for text in [
      "", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "Mon, 06 Nov 1994 08:49:37 GMT",
      "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 8:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 UTC",
      "Sun, 06 Nov 1994 08:49:97 GMT", "Wed, 30 Feb 1994 08:49:37 GMT", "Sun, 06 Nov 99999999999 08:49:37 GMT",
      "Sun, 9223372036854775807 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 9223372036854775807:49:37 GMT",
    ] { #expect(HTTPDate.seconds(text) == nil, "\(text)") }
  }
}
