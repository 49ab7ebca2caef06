import Edge
import Foundation
import Host
import Testing

@testable import Telemetry

@Suite struct TraceSamplerTests {
  private func trace(_ text: String) throws -> TraceID { try #require(TraceID(hex: text)) }

  @Test func theRootDecidesWithoutACaller() throws {
    let trace = try trace("4bf92f3577b34da6a3ce929d0e0e4736")
    #expect(TraceSampler(.all).isSampled(trace, parent: nil))
    #expect(!TraceSampler(.none).isSampled(trace, parent: nil))
    #expect(TraceSampler(.ratio(1)).isSampled(trace, parent: nil))
    #expect(!TraceSampler(.ratio(0)).isSampled(trace, parent: nil))
  }

  @Test func aCallersDecisionCountsIfTheSamplerSaysSo() throws {
    let trace = try trace("4bf92f3577b34da6a3ce929d0e0e4736")
    #expect(TraceSampler(.none).isSampled(trace, parent: true))
    #expect(!TraceSampler(.all).isSampled(trace, parent: false))
    #expect(!TraceSampler(.none, isParentBased: false).isSampled(trace, parent: true))
    #expect(TraceSampler(.all, isParentBased: false).isSampled(trace, parent: false))
  }

  @Test func aTraceThatBeginsHereIsSampledByTheRootIfTracesAreExported() {
    let run = InvocationID(at: Date(timeIntervalSince1970: 1_700_000_000))
    var configuration = TelemetryConfiguration()
    configuration.sampler = TraceSampler(.none)
    configuration.destinations[.logs] = CollectorDestination(url: "http://127.0.0.1:4318/v1/logs")
    #expect(configuration.samples(run))
    configuration.destinations[.traces] = CollectorDestination(url: "http://127.0.0.1:4318/v1/traces")
    #expect(!configuration.samples(run))
    configuration.sampler = TraceSampler(.all)
    #expect(configuration.samples(run))
  }

  /// The first 72 bits have no effect: in a UUID they are a time, a version and a variant.
  @Test func theRatioIsOfTheLast56Bits() throws {
    let half = TraceSampler(.ratio(0.5))
    #expect(try half.isSampled(trace("000000000000000000" + "80000000000000"), parent: nil))
    #expect(try !half.isSampled(trace("ffffffffffffffffff" + "7fffffffffffff"), parent: nil))
  }

  @Test(arguments: [0.01, 0.1, 0.5, 0.9]) func theRatioHoldsForIdsOfCalls(_ ratio: Double) {
    let sampler = TraceSampler(.ratio(ratio))
    let count = 20_000
    let sampled = (0..<count).count { _ in
      sampler.isSampled(TraceID(InvocationID(at: Date()).uuid), parent: nil)
    }
    // Six standard deviations.
    let deviation = (ratio * (1 - ratio) * Double(count)).squareRoot()
    #expect(abs(Double(sampled) - ratio * Double(count)) < 6 * deviation)
  }

  @Test(arguments: [
    "", "4bf92f3577b34da6a3ce929d0e0e473", "00000000000000000000000000000000", "+bf92f3577b34da6+3ce929d0e0e4736",
  ])
  func aTextThatIsNoTraceIsNone(_ text: String) { #expect(TraceID(hex: text) == nil) }
}
