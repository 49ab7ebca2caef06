import Foundation
import Logging
import Testing

@testable import Host

@Suite struct ErrorGroupTests {
  @Test(arguments: [
    ("no row 42 of 7", "no row # of #"),
    ("user 5f0c8f9e-2f5b-4d0e-9d6e-1c6d1c1b7a10 is gone", "user # is gone"),
    ("at 0x7fff5fbff8c0 in  main\n", "at # in main"),
    ("key=xyz123def", "key=xyz#def"),
    ("", ""),
    ("żółw 3", "żółw #"),
  ])
  func errorsWithOtherNumbersAndIDsHaveTheSameForm(_ text: String, _ form: String) {
    #expect(ErrorText.form(of: text) == form)
  }

  @Test func hostileTextsAreCutAndPlain() {
    let form = ErrorText.form(of: String(repeating: "<script>\u{1B}[2J ", count: 1000))
    #expect(form.utf8.count <= ErrorText.longestForm + 3)
    #expect(!form.unicodeScalars.contains { $0.value < 0x20 })
  }

  @Test func errorsAreGroupedByFunctionAndForm() throws {
    let ring = EventRing(stripes: 1)
    ring.add(RingFixtures.invocation(status: 500, error: "no row 1"))
    ring.add(RingFixtures.invocation(status: 500, at: 61, error: "no row 2"))
    ring.add(RingFixtures.invocation("other", status: 500, at: 30, error: "no row 3"))
    ring.add(RingFixtures.invocation(status: 404))
    let groups = ring.errorGroups()
    #expect(groups.map(\.function) == ["greet", "other"])
    let greet = try #require(groups.first)
    #expect((greet.count, greet.status, greet.message, greet.exampleText) == (2, 500, "no row #", "no row 2"))
    #expect(greet.last.timeIntervalSince(greet.first) == 61)
    #expect(greet.series(now: greet.last).suffix(2) == [1, 1])
    #expect(greet.id.count == 16 && greet.id != groups[1].id)
  }

  @Test func onlyLinesThatAFunctionWroteAreErrorsOfTheirOwn() {
    let ring = EventRing(stripes: 1)
    let id = UUID()
    ring.add(LogRecord(time: RingFixtures.start, level: .error, message: "no card", function: "pay", invocation: id))
    ring.add(LogRecord(time: RingFixtures.start, level: .warning, message: "slow", function: "pay", invocation: id))
    // The runner's line about a failed run, and one of the host's.
    ring.add(LogRecord(time: RingFixtures.start, level: .error, message: "run", invocation: id))
    ring.add(LogRecord(time: RingFixtures.start, level: .error, message: "The disk is full"))
    #expect(ring.errorGroups().map(\.message) == ["no card"])
  }

  @Test func groupsAreBoundedAndTheLastSeenOnesStay() {
    let ring = EventRing(stripes: 1)
    for number in 0..<700 {
      let letters = String(number, radix: 26).map { Character(Unicode.Scalar(97 + UInt8($0.hexDigitValue ?? 20))) }
      ring.add(RingFixtures.invocation("f\(number)", status: 500, at: Double(number), error: String(letters)))
    }
    #expect(ring.errorGroups().count == ErrorTable.capacity)
    #expect(ring.errorGroups().first?.function == "f699")
  }
}
