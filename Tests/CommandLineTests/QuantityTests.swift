import Testing

@testable import Swiftlet

@Suite struct QuantityTests {
  @Test(arguments: [
    ("30", 30), ("1.5", 1.5), ("250ms", 0.25), ("30s", 30), ("5m", 300), ("1h", 3600), ("7d", 604_800), ("2 h", 7200),
  ])
  func durationsAreRead(_ text: String, _ seconds: Double) { #expect(Quantity.seconds(text) == seconds) }

  @Test(arguments: ["", "s", "-1", "1x", "1h30m", "1e3", "nan", "inf", "1.2.3", "١"])
  func otherTextsAreNotDurations(_ text: String) { #expect(Quantity.seconds(text) == nil) }

  @Test(arguments: [("0", 0), ("1024", 1024), ("512KiB", 524_288), ("10MiB", 10_485_760), ("1.5KiB", 1536), ("7B", 7)])
  func sizesAreRead(_ text: String, _ bytes: Int) { #expect(Quantity.bytes(text) == bytes) }

  @Test(arguments: ["", "KiB", "1KB", "1.0001KiB", "99999999999999999999GiB"])
  func otherTextsAreNotSizes(_ text: String) { #expect(Quantity.bytes(text) == nil) }
}
