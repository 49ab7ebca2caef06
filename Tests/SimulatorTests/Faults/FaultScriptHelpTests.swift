import Testing

@testable import Simulator

@Suite struct FaultScriptHelpTests {
  private static let faults: [Fault] = [
    .answer(FaultAnswer(status: 503, reason: "Shutdown")), .slow(milliseconds: 5), .silence, .reset(.refusedStream),
    .goAway(.later), .close, .disconnect, .garbage, .settings(maxConcurrentStreams: 1),
  ]

  @Test func everyFaultHasALineThatTellsItsScopes() throws {
    for fault in Self.faults {
      let lines = FaultScript.help.split(separator: "\n")
      let line = try #require(lines.first { $0.hasPrefix("  \(fault.name) ") })
      #expect(line.contains("*") == fault.fitsConnections, "\(fault.name)")
    }
  }

  @Test func itsLinesAreNotWrapped() {
    for line in FaultScript.help.split(separator: "\n") { #expect(line.count <= 79, "\(line)") }
  }
}
