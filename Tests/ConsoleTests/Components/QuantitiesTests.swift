import Foundation
import Testing

@testable import Console

@Suite struct QuantitiesTests {
  @Test(arguments: [
    (0, "0 ms"), (0.000_3, "300 µs"), (0.001_2, "1.2 ms"), (0.012, "12 ms"), (0.999_6, "1 s"), (1.5, "1.5 s"),
    (90, "90 s"),
    (180, "3 min"), (18_000, "5 h"), (200_000, "2 d"), (-2, "-2 s"), (.infinity, "–"),
  ])
  func aTimeSpanIsShort(_ seconds: Double, _ text: String) {
    #expect(Quantities.duration(seconds: seconds) == text)
  }

  @Test func sizesCountsAndFractionsAreShort() {
    #expect(Quantities.bytes(512) == "512 B")
    #expect(Quantities.bytes(1536) == "1.5 KiB")
    #expect(Quantities.bytes(64 << 20) == "64 MiB")
    #expect(Quantities.count(-1_234_567) == "-1\u{202F}234\u{202F}567")
    #expect(Quantities.count(Int.min).hasPrefix("-9"))
    #expect(Quantities.percent(0.004) == "0.4\u{202F}%")
    #expect(Quantities.number(0.01) == "<0.1")
    #expect(Quantities.counted(1, "job") == "1 job")
    #expect(Quantities.counted(2, "try", plural: "tries") == "2 tries")
  }

  @Test func aSizeThatIsRoundedUpToTheNextUnitIsOneOfIt() {
    #expect(Quantities.bytes(1023 << 10) == "1023 KiB")
    #expect(Quantities.bytes((1 << 20) - 512) == "1 MiB")
    #expect(Quantities.bytes((1 << 30) - 1) == "1 GiB")
    #expect(Quantities.bytes(1 - (1 << 20)) == "-1 MiB")
    #expect(Quantities.bytes(.max) == "8388608 TiB")
  }

  @Test func anInstantIsRelativeAndExactOnHover() {
    let date = Date(timeIntervalSince1970: 1_770_000_000)
    let html = Instant(date, now: date.addingTimeInterval(3 * 3600 + 60)).html.text
    #expect(
      html == "<time datetime=\"2026-02-02T02:40:00.000Z\" title=\"2026-02-02 02:40:00.000 UTC\">3 h 1 min ago</time>")
    #expect(Instant(date, now: date.addingTimeInterval(-90)).html.text.contains(">in 1 min<"))
  }
}
