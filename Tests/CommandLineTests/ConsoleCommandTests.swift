import Console
import Edge
import Testing

@testable import Swiftlet

/// The command `console`, without a host and beside a running one.
@Suite struct ConsoleCommandTests {
  private let job = Job("tidy_up", every: "0 3 1 1 *") { _ in }

  @Test func withoutAHostItSaysSo() async throws {
    let shown = try await Console(Application(jobs: [job])).run("console")
    #expect(shown.code == 69)
    #expect(shown.output == "")
    #expect(shown.error.hasPrefix("error: No host is running on this database\nhint: start one with"))
  }

  @Test func aRunningHostGivesAnAddress() async throws {
    let console = try Console(Application(jobs: [job]))
    try await console.withHost {
      let shown = await console.run("console")
      #expect(shown.code == 0)
      #expect(shown.output.wholeMatch(of: #/http://127\.0\.0\.1:\d+/console/enter\?code=[A-Za-z0-9_-]{22}\n/#) != nil)
      let invitation: ConsoleInvitation = try await console.run("console", "--json").json()
      #expect(invitation.expiresIn == 60)
      #expect(invitation.url != shown.output.dropLast())
    }
  }

  @Test func whileTheConsoleIsOffItSaysWhatToSet() async throws {
    let console = try Console(Application(jobs: [job]), config: "[console]\nenabled = false\n")
    try await console.withHost {
      let shown = await console.run("console")
      #expect(shown.code == 1)
      #expect(shown.error.hasPrefix("error: The console is off on this host\nhint: set enabled = true in [console]"))
    }
  }
}
