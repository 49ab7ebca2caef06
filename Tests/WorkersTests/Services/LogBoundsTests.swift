import Logging
import Testing

@testable import Workers

@Suite struct LogBoundsTests {
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
  }

  @Test func valuesForTheHostsOwnKeysAreKeptUnderOtherKeys() {
    let names = [
      "time", "level", "message", "id", "function", "trace", "job", "run", "attempt", "bundle", "group", "worker",
    ]
    var values = Dictionary(uniqueKeysWithValues: names.map { ($0, "forged") })
    values["own"] = "1"
    var expected: Logger.Metadata = ["own": "1"]
    for name in names { expected["function.\(name)"] = "forged" }
    #expect(LogBounds.metadata(values) == expected)
  }
}
