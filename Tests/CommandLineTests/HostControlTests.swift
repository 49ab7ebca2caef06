import Edge
import Testing

@testable import Swiftlet

@Suite struct HostControlTests {
  /// A host of an earlier version answers a command's control as any host answers one that it does not have.
  @Test func aHostWithoutTheControlIsOfAnotherVersion() async throws {
    let console = try Console(Application())
    try await console.withHost {
      let control = try #require(try await HostControl.running(try console.configuration()))
      let failure = try await #require(throws: Failure.self) {
        let _: [String] = try await control.call("control_of_a_later_version")
      }
      #expect(failure.message.contains("it is of another version than this program"))
      #expect(failure.hint == "restart the host with this program, or run the command with the host's")
    }
  }

  @Test func aFunctionThatIsNotThereIsNoMatterOfVersions() async throws {
    let console = try Console(Application())
    try await console.withHost {
      let control = try #require(try await HostControl.running(try console.configuration()))
      let failure = try await #require(throws: Failure.self) {
        let _: [String] = try await control.call(function: "missing")
      }
      #expect(failure.message == "Requested function was not found")
    }
  }
}
