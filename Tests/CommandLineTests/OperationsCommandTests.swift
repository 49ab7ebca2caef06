import Edge
import Foundation
import Host
import Jobs
import Testing

@testable import Swiftlet

/// The command `operations`, without a host and beside a running one.
@Suite struct OperationsCommandTests {
  private let console: Console

  init() throws {
    console = try Console(
      Application(version: "7.1.0", jobs: [Job("tidy_up", every: "0 3 1 1 *") { _ in }]))
  }

  @Test func withoutAHostItSaysSo() async throws {
    let shown = await console.run("operations")
    #expect(shown.code == 69)
    #expect(shown.output == "")
    #expect(shown.error.hasPrefix("error: No host is running on this database\n"))
    #expect(shown.error.contains("serve"))
  }

  @Test func aRunningHostShowsItsFigures() async throws {
    try await console.withHost {
      #expect(await console.run("jobs", "run", "tidy_up").code == 0)
      let report: OperationReport = try await console.run("operations", "--json").json()
      #expect(report.host.version == "7.1.0")
      #expect(report.host.database.status == .up)
      #expect(report.host.queue.status == .up)
      #expect(report.host.push.status == .idle)
      #expect(report.operations.map(\.name) == ["tidy_up"])
      #expect(report.operations.map(\.kind) == [.job])
      #expect(report.recent.map(\.id) == ["tidy_up_1"])
      #expect(report.recent.map(\.details.job) == [1])
      let text = await console.run("operations").output
      let lines = text.split(separator: "\n")
      #expect(lines[0].wholeMatch(of: /CONNECTION +STATUS +LATENCY/) != nil)
      #expect(lines[1].wholeMatch(of: /database +up +[\d.]+ (?:µs|ms|s)/) != nil, "\(lines[1])")
      #expect(lines[3].wholeMatch(of: /push +idle +-/) != nil, "\(lines[3])")
      #expect(text.contains(/\ntidy_up +job +0 +1 +100.0 % +0 +0(?: +[\d.]+ (?:µs|ms|s)){3}\n/), "\(text)")
      #expect(lines.last == "0 calls began while another call of the same user ran.")
    }
  }
}
