import Logging
import Testing

@testable import Workers

@Suite("Log lines of a worker")
struct LogVolumeTests {
  @Test func linesAboveTheLimitAreDroppedAndCountedOnce() {
    var volume = LogVolume()
    let start = ContinuousClock.now
    for _ in 0..<LogVolume.lines { #expect(volume.take(at: start) == .init(isWritten: true)) }
    for _ in 0..<7 { #expect(volume.take(at: start + .seconds(9)) == .init(isWritten: false)) }
    #expect(volume.take(at: start + LogVolume.window) == .init(isWritten: true, dropped: 7))
    #expect(volume.take(at: start + LogVolume.window) == .init(isWritten: true))
    #expect(volume.takeDropped() == 0)
  }

  @Test func whatWasDroppedLastIsSaidAtTheEnd() {
    var volume = LogVolume()
    let start = ContinuousClock.now
    for _ in 0..<(LogVolume.lines + 3) { _ = volume.take(at: start) }
    #expect(volume.takeDropped() == 3)
    #expect(volume.takeDropped() == 0)
  }

  @Test func messagesAndMetadataAreBounded() {
    #expect(LogBounds.message("short") == "short")
    #expect(LogBounds.message(String(repeating: "ä", count: 10_000)).unicodeScalars.count == 10_000)
    let long = LogBounds.message(String(repeating: "ä", count: 10_001))
    #expect(long.unicodeScalars.count == 10_001)
    #expect(long.hasSuffix("ä…"))
    // One character of a reader may have any number of scalars.
    #expect(LogBounds.message("a" + String(repeating: "\u{301}", count: 20_000)).unicodeScalars.count == 10_001)
    let many = Dictionary(uniqueKeysWithValues: (0..<100).map { ("key\($0)", "v") })
    #expect(LogBounds.metadata(many).count == LogBounds.entries)
    let large = LogBounds.metadata(["a": String(repeating: "x", count: 9_990), "b": String(repeating: "y", count: 50)])
    #expect(large["b"] == .string(String(repeating: "y", count: 10) + "…"))
    #expect(LogBounds.metadata(["id": "x", "function": "y", "worker": "z", "own": "1"]) == ["own": "1"])
  }
}
