import Edge
import Foundation
import HTTPTypes
import Testing

@testable import Host

/// How conditions and ranges of a request for a file are answered (RFC 9110, sections 13.2 and 14).
@Suite struct FileAnswerTests {
  /// A file of a hundred bytes, changed on 1 March 2026 at 12:00:00.5, an hour ago.
  private static let file = FileVersion(size: 100, seconds: 1_772_366_400, nanoseconds: 500_000_000)
  private static let now = Date(timeIntervalSince1970: 1_772_370_000)
  private static let tag = file.tag(at: now).text
  private static let date = "Sun, 01 Mar 2026 12:00:00 GMT"
  private static let earlier = "Sun, 01 Mar 2026 11:59:59 GMT"

  private func answer(
    _ fields: HTTPFields, _ method: HTTPRequest.Method = .get, to file: FileVersion = Self.file, at now: Date = Self.now
  ) -> FileAnswer { FileAnswer(method, RequestFields(fields), for: file, at: now) }

  @Test(
    arguments: [
      ("bytes=0-0", FileAnswer.part(0..<1)), ("bytes=10-19", .part(10..<20)), ("bytes=90-", .part(90..<100)),
      ("bytes=0-", .part(0..<100)), ("bytes=-1", .part(99..<100)), ("bytes=-500", .part(0..<100)),
      ("bytes=99-99999999999999999999", .part(99..<100)), ("BYTES= 1-2 ", .part(1..<3)),
      ("bytes=100-", .rangeNotSatisfiable), ("bytes=100-200", .rangeNotSatisfiable), ("bytes=-0", .rangeNotSatisfiable),
      ("bytes=99999999999999999999-", .rangeNotSatisfiable),
      ("bytes=0-1,5-6", .whole), ("bytes=5-1", .whole), ("bytes=", .whole), ("bytes=-", .whole), ("bytes=a-b", .whole),
      ("bytes=+1-2", .whole), ("bytes=1--2", .whole), ("bytes", .whole), ("lines=0-1", .whole), ("", .whole),
      ("bytes=\u{661}-2", .whole),
    ])
  func aRange(_ text: String, _ expected: FileAnswer) {
    #expect(answer([.range: text]) == expected)
    #expect(answer([.range: text], .head) == .whole, "only GET has ranges")
  }

  @Test func repeatedRangesAndRangesOfAnEmptyFileAreIgnored() {
    var twice: HTTPFields = [.range: "bytes=0-1"]
    twice.append(HTTPField(name: .range, value: "bytes=5-6"))
    #expect(answer(twice) == .whole)
    let empty = FileVersion(size: 0, seconds: Self.file.seconds, nanoseconds: 0)
    #expect(answer([.range: "bytes=0-"], to: empty) == .whole)
    #expect(answer([.range: "bytes=-5"], to: empty) == .whole)
  }

  @Test func aKnownVersionIsNotSentAgain() {
    #expect(Self.tag.wholeMatch(of: /"[0-9a-f]+-64"/) != nil)
    for tags in [Self.tag, "W/\(Self.tag)", "\"x\", \(Self.tag)", "\"a,b\",\(Self.tag)", "*"] {
      #expect(answer([.ifNoneMatch: tags]) == .notModified, "\(tags)")
      #expect(answer([.ifNoneMatch: tags, .range: "bytes=0-1"], .head) == .notModified)
    }
    for tags in ["\"x\"", String(Self.tag.dropLast()), "x", ""] {
      #expect(answer([.ifNoneMatch: tags]) == .whole, "\(tags)")
      // The date counts only where there are no tags.
      #expect(answer([.ifNoneMatch: tags, .ifModifiedSince: Self.date]) == .whole)
    }
    #expect(answer([.ifModifiedSince: Self.date]) == .notModified)
    #expect(answer([.ifModifiedSince: Self.earlier]) == .whole)
    for text in [
      "Mon, 01 Mar 2026 12:00:00 GMT", "Sun, 01 Mar 2026 12:00:00", "2026-03-01", "Sun, 32 Mar 2026 12:00:00 GMT",
    ] {
      #expect(answer([.ifModifiedSince: text]) == .whole, "\(text) is no date")
    }
  }

  @Test func aConditionThatDoesNotHoldIsRefused() {
    #expect(answer([.ifMatch: Self.tag]) == .whole)
    #expect(answer([.ifMatch: "*"]) == .whole)
    #expect(answer([.ifMatch: "\"x\""]) == .preconditionFailed)
    #expect(answer([.ifMatch: "W/\(Self.tag)"]) == .preconditionFailed)
    #expect(answer([.ifUnmodifiedSince: Self.date]) == .whole)
    #expect(answer([.ifUnmodifiedSince: Self.earlier]) == .preconditionFailed)
    #expect(answer([.ifMatch: "\"x\"", .ifNoneMatch: Self.tag]) == .preconditionFailed)
  }

  @Test func aPartFitsToItsOwnVersionAlone() {
    let part: HTTPFields = [.range: "bytes=10-19"]
    func answer(_ condition: String, at now: Date = Self.now) -> FileAnswer {
      var fields = part
      fields[.ifRange] = condition
      return self.answer(fields, at: now)
    }
    #expect(answer(Self.tag) == .part(10..<20))
    #expect(answer(Self.date) == .part(10..<20))
    #expect(answer("W/\(Self.tag)") == .whole)
    #expect(answer("\"x\"") == .whole)
    #expect(answer(Self.earlier) == .whole)
    // Right after a change neither the tag nor the date tells this version from the next.
    let soon = Date(timeIntervalSince1970: 1_772_366_401)
    let weak = Self.file.tag(at: soon)
    #expect(weak.isWeak)
    #expect(answer(weak.text, at: soon) == .whole)
    #expect(answer(Self.date, at: soon) == .whole)
  }
}
