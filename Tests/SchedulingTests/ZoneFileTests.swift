import Foundation
import SeededRandom
import Testing

@testable import Scheduling

/// Writes a time zone file, valid or broken.
private struct FileWriter {
  var version = UInt8(ascii: "2")
  var times: [Int64] = [0, 1000]
  var types: [UInt8] = [1, 0]
  var offsets: [Int32] = [0, 3600]
  var abbreviations = Array("UTC\0".utf8)
  var abbreviationIndex: UInt8 = 0
  var summer: UInt8 = 0
  var leapSeconds = 0
  var standardFlags = 0
  var universalFlags = 0
  var footer = "\nUTC0\n"

  func header(_ counts: [Int]) -> [UInt8] {
    Array("TZif".utf8) + [version] + Array(repeating: 0, count: 15) + counts.flatMap { bytes(UInt32($0)) }
  }

  var bytes: [UInt8] {
    var file = header([0, 0, 0, 0, 1, 1]) + Array(repeating: 0, count: 7)
    file += header([universalFlags, standardFlags, leapSeconds, times.count, offsets.count, abbreviations.count])
    for time in times { file += bytes(time) }
    file += types
    for offset in offsets { file += bytes(offset) + [summer, abbreviationIndex] }
    file += abbreviations
    file += Array(repeating: 0, count: leapSeconds * 12 + standardFlags + universalFlags)
    return file + footer.utf8
  }

  private func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    (0..<Number.bitWidth / 8).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }
}

@Suite struct ZoneFileTests {
  private func flaw(_ change: (inout FileWriter) -> Void) -> String? {
    var writer = FileWriter()
    change(&writer)
    do {
      _ = try ZoneFile.zone(from: writer.bytes)
      return nil
    } catch {
      return error.reason
    }
  }

  @Test func changesAreSegments() throws {
    let zone = try ZoneFile.zone(from: FileWriter().bytes)
    #expect(zone.segment(at: -1) == Zone.Segment(start: -Zone.farthest, end: 0, offset: 0, lead: 0))
    #expect(zone.segment(at: 0) == Zone.Segment(start: 0, end: 1000, offset: 3600, lead: -3600))
    #expect(zone.segment(at: 999) == zone.segment(at: 0))
    #expect(zone.segment(at: 1000) == Zone.Segment(start: 1000, end: Zone.farthest, offset: 0, lead: 3600))
  }

  @Test func brokenFilesAreRefused() {
    #expect(flaw { _ in } == nil)
    #expect(flaw { $0.version = 0 } == "it has version 1; 2 or later is needed")
    #expect(flaw { $0.times = [5, 5] } == "its times are not in ascending order")
    #expect(flaw { $0.times = [5, 4] } == "its times are not in ascending order")
    #expect(flaw { $0.times = [.min, 4] } == "it has a time beyond reason")
    #expect(flaw { $0.times = [0, .max] } == "it has a time beyond reason")
    #expect(flaw { $0.types = [1, 2] } == "it refers to a type that it does not have")
    #expect(flaw { $0.offsets = [0, 93_601] } == "it has an offset of more than 26 hours")
    #expect(flaw { $0.offsets = [.min, 0] } == "it has an offset of more than 26 hours")
    #expect(flaw { $0.abbreviationIndex = 4 } == "it has a broken type")
    #expect(flaw { $0.summer = 2 } == "it has a broken type")
    #expect(flaw { $0.leapSeconds = 1 } == "it counts leap seconds, which Unix time does not")
    #expect(flaw { $0.standardFlags = 1 } == "its counts do not fit together")
    #expect(flaw { $0.universalFlags = 3 } == "its counts do not fit together")
    #expect(flaw { $0.universalFlags = 2 } == nil)
    #expect(flaw { $0.abbreviations = [] } == "its counts do not fit together")
    #expect(flaw { ($0.offsets, $0.types, $0.times) = ([], [], []) } == "its counts do not fit together")
    #expect(flaw { $0.footer = "\nUTC0" } == "its rule for the years to come is cut off")
    #expect(flaw { $0.footer = "" } == "its rule for the years to come is cut off")
    #expect(flaw { $0.footer = "\nCEST\n" } == "its rule for the years to come cannot be read")
    #expect(flaw { $0.footer = "\n\n" } == nil)
  }

  @Test func aFileThatEndsAnywhereIsRefused() {
    let whole = FileWriter().bytes
    for length in 0..<whole.count {
      #expect(throws: ZoneFile.Flaw.self) { try ZoneFile.zone(from: Array(whole.prefix(length))) }
    }
  }

  @Test func hugeCountsAreRefused() {
    let whole = FileWriter().bytes
    for count in 0..<12 {
      var bytes = whole
      // The six counts of the first header, and those of the second one.
      let position = (count < 6 ? 20 : 71) + count % 6 * 4
      for offset in 0..<4 { bytes[position + offset] = 0xff }
      #expect(throws: ZoneFile.Flaw.self) { try ZoneFile.zone(from: bytes) }
    }
  }

  @Test func noBytesTrap() throws {
    var random = SeededGenerator(state: 1)
    let path = URL(filePath: ZoneStore.directory).appending(path: "America/New_York")
    let whole = [UInt8](try Data(contentsOf: path))
    for _ in 0..<3_000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        // The headers, the rule or anything.
        let end = [100, bytes.count, bytes.count].randomElement(using: &random) ?? 0
        let start = end == 100 || Bool.random(using: &random) ? 0 : bytes.count - 30
        bytes[Int.random(in: start..<end, using: &random)] = .random(in: 0...255, using: &random)
      }
      guard let zone = try? ZoneFile.zone(from: bytes) else { continue }
      guard case .fields(let fields) = try Expression("30 2 * * MON") else { continue }
      let occurrences = Occurrences(pattern: try Pattern(fields), zone: zone)
      for _ in 0..<4 {
        let start = Int.random(in: Occurrences.range, using: &random)
        let next = occurrences.nearest(from: start, .forward)
        let previous = occurrences.nearest(from: start, .backward)
        #expect(next.map { $0 >= start } ?? true)
        #expect(previous.map { $0 <= start } ?? true)
      }
    }
  }

  /// Clocks that change more often than any do: back by an hour, and forward half an hour later.
  @Test func aFixedTimeRunsOnceThroughChangesThatOverlap() throws {
    var writer = FileWriter()
    writer.offsets = [3600, 0]
    writer.types = [1, 0]
    // 02:00 becomes 01:00, and 01:30 becomes 02:30.
    writer.times = [3600, 5400]
    let zone = try ZoneFile.zone(from: writer.bytes)
    func fires(_ text: String) throws -> [Int] {
      guard case .fields(let fields) = try Expression(text) else { return [] }
      let occurrences = Occurrences(pattern: try Pattern(fields), zone: zone)
      var found: [Int] = []
      while found.count < 20, let next = occurrences.nearest(from: (found.last ?? -1) + 1, .forward), next < 20_000 {
        found.append(next)
      }
      return found
    }
    #expect(try fires("15,45 1 * * *") == [900, 2700])
    #expect(try fires("15,45 1-1 * * *") == [900, 2700, 4500])
    #expect(try fires("15 2 * * *") == [5400])
    #expect(try fires("30 2 * * *") == [5400])
    #expect(try fires("15 * * * *") == [900, 4500, 8100, 11_700, 15_300, 18_900])
  }
}
