import Edge
import Testing

@testable import Swiftlet

/// An application's own example and bundle id in the commands' output.
@Suite struct ExampleTests {
  private static let functions: [any Endpoint] = [
    Function("add", access: .serviceRole) { _ in ["a": 1] },
    Function("greet", access: .user) { (_: [String: String], _) in ["a": 1] },
    Function("today", access: .verified) { _ in ["a": 1] },
  ]

  @Test func theApplicationsChoiceComesFirst() {
    let application = Application(functions: Self.functions, example: "greet")
    #expect(application.exampleName == "greet")
    // A function that is not served is not shown.
    #expect(application.example(among: [Self.functions[2]])?.name == "today")
    #expect(Application(functions: Self.functions).exampleName == "today")
    #expect(Application().exampleName == "greet")
  }

  @Test func theHelpCallsTheExample() async throws {
    let console = try Console(Application(functions: Self.functions, example: "today", topic: "org.example.own"))
    let invoke = await console.run("invoke", "--help", options: false)
    #expect(invoke.output.contains(" invoke today\n"))
    let simulator = await console.run("apns-simulator", "--help", options: false)
    #expect(simulator.output.contains(" --topic org.example.own "))
  }

  @Test func theApplicationsBundleIDIsTheDefaultTopic() async throws {
    let console = try Console(Application(topic: "org.example.own"))
    let shown = await console.run("serve", "--print-config")
    let line = try #require(shown.output.split(separator: "\n").first { $0.hasPrefix("apns.topic ") })
    #expect(line.split(separator: " ") == ["apns.topic", "org.example.own", "default"])
  }
}
