import Edge
import Foundation
import Testing

@Suite struct InvocationIDTests {
  @Test func anIDIsAUUIDOfVersion7() throws {
    let date = Date(timeIntervalSince1970: 1_772_366_400.123)
    for _ in 0..<64 {
      let text = InvocationID(at: date).description
      #expect(text == text.lowercased())
      #expect(UUID(uuidString: text) != nil)
      let digits = Array(text.filter { $0 != "-" })
      #expect(digits[12] == "7")
      #expect("89ab".contains(digits[16]))
      #expect(Int(String(digits[..<12]), radix: 16) == 1_772_366_400_123)
    }
  }

  @Test func idsSortByTheirMillisecond() {
    let instants = [0, 0.001, 1, 1.5, 255.999, 256, 1_772_366_400, 1_772_366_400.001, 4_102_444_800]
    let ids = instants.map { InvocationID(at: Date(timeIntervalSince1970: $0)).description }
    #expect(ids == ids.sorted())
  }

  @Test func idsDiffer() {
    let date = Date()
    #expect(Set((0..<10_000).map { _ in InvocationID(at: date) }).count == 10_000)
  }

  @Test func anyInstantIsAccepted() {
    #expect(InvocationID(at: .distantPast).description.hasPrefix("00000000-0000-7"))
    for seconds in [Double.infinity, -.infinity, .nan, 1e300] {
      _ = InvocationID(at: Date(timeIntervalSince1970: seconds))
      _ = CalendarDay(containing: Date(timeIntervalSince1970: seconds)).description
    }
  }

  @Test func theSpanIsTheRandomHalf() {
    let id = InvocationID(at: Date())
    #expect(id.spanID.count == 16)
    #expect(id.description.replacing("-", with: "").hasSuffix(id.spanID))
    #expect("89ab".contains(id.spanID.prefix(1)))
  }
}

@Suite struct TraceContextTests {
  private static let trace = "0af7651916cd43dd8448eb211c80319c"
  private static let span = "b7ad6b7169203331"

  @Test func itsPartsAreRead() throws {
    let context = try #require(TraceContext(traceparent: "00-\(Self.trace)-\(Self.span)-01"))
    #expect(context.traceID == Self.trace)
    #expect(context.parentID == Self.span)
    #expect(context.flags == "01")
    #expect(context.traceparent(spanID: "00f067aa0ba902b7") == "00-\(Self.trace)-00f067aa0ba902b7-01")
  }

  @Test func laterVersionsMayHaveMoreParts() {
    #expect(TraceContext(traceparent: "cc-\(Self.trace)-\(Self.span)-01-what-comes") != nil)
    #expect(TraceContext(traceparent: "cc-\(Self.trace)-\(Self.span)-01") != nil)
  }

  @Test(arguments: [
    "", "00", "00-\(trace)-\(span)", "00-\(trace)-\(span)-01-x", "ff-\(trace)-\(span)-01", "0-\(trace)-\(span)-01",
    "00-\(trace)0-\(span)-01", "00-\(trace.dropLast())-\(span)-01", "00-\(trace)-\(span)0-01", "00-\(trace)-\(span)-1",
    "00-\(trace.uppercased())-\(span)-01", "00-00000000000000000000000000000000-\(span)-01",
    "00-\(trace)-0000000000000000-01", "00-\(trace.dropLast())g-\(span)-01", " 00-\(trace)-\(span)-01",
    "00_\(trace)_\(span)_01",
  ])
  func whatIsNoneIsIgnored(_ text: String) {
    #expect(TraceContext(traceparent: text) == nil)
  }
}
