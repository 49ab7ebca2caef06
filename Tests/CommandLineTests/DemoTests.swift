import Edge
import Foundation
import Testing

@testable import Swiftlet

@Suite struct DemoTests {
  private static let token = "abcd1234"

  private static func application(_ demo: @escaping @Sendable (DemoStage) async throws -> Void) -> Application {
    let poke = Function("poke", access: .user) { (_: [String: Int], context) in
      let push = PushNotification(.alert(PushAlert(title: "Hi")), bundleID: context.push.bundleID)
      let device = try DeviceToken(token, environment: context.push.environment)
      _ = try await context.push.send(push, to: device)
      return ["user": context.userID]
    }
    let count = Function("count", access: .serviceRole) { _ in 1 }
    return Application(functions: [poke, count], demo: demo)
  }

  @Test func eachStepIsPrintedWithItsResponse() async throws {
    let ada = DemoUser("Ada")
    let console = try Console(
      Self.application { stage in
        stage.step("1. Poke")
        let answer = try await stage.call("poke", as: ada, ["times": 1])
        #expect(answer["user"]?.string == ada.id.uuidString.lowercased())
        #expect(try await stage.call("count", as: nil) == 1)
        let pushes = try await stage.pushes(to: [Self.token])
        #expect(pushes.map(\.token) == [Self.token])
        #expect(pushes.first?.payload["aps"]?["alert"]?["title"] == "Hi")
        stage.say("done")
      })
    try await console.withHost {
      let demo = await console.run("demo")
      #expect(demo.code == 0, "\(demo.error)")
      let lines = demo.output.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.first?.contains("answers; its pushes go to the host's simulator at https://127.0.0.1:") == true)
      #expect(
        lines.dropFirst().prefix(6) == [
          "", "1. Poke", "  Ada  poke  {\"times\":1}",
          "    200  {\"user\":\"\(ada.id.uuidString.lowercased())\"}", "  service role  count", "    200  1",
        ])
      #expect(lines.contains("done"))
      #expect(lines.contains { $0.hasPrefix("All that arrived: curl http://127.0.0.1:") })
    }
  }

  @Test func aRefusalEndsTheDemo() async throws {
    let console = try Console(Self.application { stage in try await stage.call("nothing", as: nil) })
    try await console.withHost {
      let demo = await console.run("demo")
      #expect(demo.code == 1)
      #expect(demo.error == "error: nothing answered with status 404\n")
    }
  }

  @Test func withoutAHostTheErrorHasAHint() async throws {
    let console = try Console(Self.application { _ in })
    let demo = await console.run("demo")
    #expect(demo.code == 69)
    #expect(demo.error.hasPrefix("error: No host is running on sqlite:"))
    #expect(demo.error.contains("\nhint: start one with"))
  }

  @Test func aHostThatSendsToAppleNeedsReally() async throws {
    let console = try Console(Self.application { stage in stage.say("simulator: \(stage.hasSimulator)") })
    let key = try PushSettingsTests.keyFile(in: console.folder)
    try console.folder.write(
      "config.toml",
      """
      [apns]
      key_id = "ABC123DEFG"
      team_id = "TEAM123456"
      private_key_path = "\(key)"
      topic = "app.example"
      """)
    try await console.withHost {
      let demo = await console.run("demo")
      #expect(demo.code == 1)
      #expect(demo.error.hasPrefix("error: The host sends pushes to Apple (sandbox), and the demo's device tokens"))
      #expect(demo.error.contains("--really"))
      let really = await console.run("demo", "--really")
      #expect(really.code == 0, "\(really.error)")
      #expect(really.output.contains("simulator: false\n"))
    }
  }

  @Test func anApplicationWithoutADemoHasNoSuchCommand() async throws {
    let console = try Console(Application())
    #expect(await console.run("demo").code == 64)
    #expect(!(await console.run("--help", options: false).output.contains("demo")))
    let other = try Console(Self.application { _ in })
    #expect(await other.run("--help", options: false).output.contains("demo"))
  }
}
