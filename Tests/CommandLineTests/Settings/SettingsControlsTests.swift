import Edge
import Foundation
import Host
import NIOCore
import Testing

@testable import Console
@testable import Swiftlet

@Suite struct SettingsControlsTests {
  /// The controls of a running host, as its console calls them.
  private struct HostedControls: Controls {
    let control: HostControl
    let token: String

    init(_ configuration: LoadedConfiguration) async throws {
      control = try #require(try await HostControl.running(configuration))
      token = try TokenMinter(secret: configuration.host.tokens.secret).token(role: .serviceRole, now: Date())
    }

    func call(_ name: String, _ input: [UInt8]?) async throws -> [UInt8] {
      let (status, body) = try await control.post("_internal/\(name)", input, token: token)
      guard status < 400 else { throw FunctionError.notFound("REFUSED", "\(status)") }
      return [UInt8](buffer: body)
    }
  }

  private static let application = Application(functions: [
    Function("greet", access: .user) { context in ["id": context.userID.uuidString.lowercased()] }
  ])

  private static func text(_ configuration: LoadedConfiguration, _ query: String = "") async throws -> String {
    let description = HostDescription(
      version: "1", name: "here", started: Date(), isEmbedded: configuration.host.isEmbedded,
      isLoopback: configuration.host.bind.isLoopback, url: { "http://127.0.0.1:1" })
    let page = SettingsPage(controls: try await HostedControls(configuration), host: description)
    let view = PageView(path: [], query: Form(encoded: query), canAct: true, now: Date())
    return try await page.content(of: view).regions.map(\.content.text).joined()
  }

  @Test func noSecretReachesThePage() async throws {
    let secret = "a secret of this test, and of nothing else"
    let console = try Console(
      Self.application,
      config: """
        [edge_runtime.secrets]
        KEY = "hunter2"
        [functions.greet.secrets]
        TOKEN = "hunter3"
        """)
    try console.folder.write(
      ".env",
      """
      SWIFTLET_PORT=0
      SWIFTLET_LOG_LEVEL=critical
      SUPABASE_JWT_SECRET="\(secret)"
      SUPABASE_SECRET_KEYS='{"default":"sb_secret_hunter4_of_these_tests"}'
      SUPABASE_PUBLISHABLE_KEYS='{"default":"sb_publishable_hunter5"}'
      OWN_SECRET=hunter6
      """)
    let configuration = try console.configuration()
    let keys = try ProjectKeys(configuration.host.tokens)
    try await console.withHost {
      let html = try await Self.text(configuration)
      for key in [
        "supabase.jwt_secret", "edge_runtime.secrets.KEY", "functions.greet.secrets.TOKEN", "•••• (42 chars)",
      ] {
        #expect(html.contains(key), "\(key)")
      }
      for value in [secret, "hunter", "sb_secret", keys.serviceRole, keys.anon] {
        #expect(!html.contains(value), "\(value)")
      }
      // The secret is the project's own, so there is no tool for tokens.
      #expect(!(try await Self.text(configuration, "role=service_role")).contains("Make a token"))
    }
  }

  @Test func thePasswordOfADatabaseIsNoSetting() throws {
    let loaded = try Loading(flags: ["database": "postgres://me:hunter2@localhost/project"]).load()
    let settings = loaded.entries.map(PrintedSetting.init)
    #expect(settings.contains { $0.value.contains("localhost") })
    #expect(!settings.contains { "\($0)".contains("hunter2") })
  }

  @Test func settingsMigrationsAndRoutesAreTheHosts() async throws {
    let console = try Console(Self.application)
    try await console.withHost {
      let controls = try await HostedControls(try console.configuration())
      let settings: [PrintedSetting] = try await controls.call("settings")
      #expect(settings.first { $0.key == "api.port" }?.from.hasSuffix("SWIFTLET_PORT") == true)
      let migrations: [MigrationLine] = try await controls.call("migrations")
      #expect(migrations.contains { $0.set == "swiftlet" && $0.version == 1 })
      #expect(migrations.allSatisfy { $0.state == .applied })
      let routes: [RouteLine] = try await controls.call("routes")
      #expect(routes.contains(RouteLine(kind: .function, route: "/functions/v1/greet", name: "greet", access: "user")))
      #expect(routes.contains { $0.kind == .prefix && $0.route == "/auth/v1" })
    }
  }

  @Test func aTokenOfLocalDevelopmentIsAccepted() async throws {
    let console = try Console(Self.application)
    let user = "5f0c8f9e-2f5b-4d0e-9d6e-1c6d1c1b7a10"
    try await console.withHost {
      let controls = try await HostedControls(try console.configuration())
      let minted: MintedToken = try await controls.call(
        "token", TokenRequest(role: "authenticated", subject: UUID(uuidString: user)))
      #expect(minted.expiresAt > Date().addingTimeInterval(3500))
      let answer = try await controls.control.post("greet", nil, token: minted.token)
      #expect(answer.status == 200)
      #expect(String(buffer: answer.body) == "{\"id\":\"\(user)\"}")
      for wrong in [
        TokenRequest(role: "postgres", subject: nil), TokenRequest(role: "authenticated", subject: nil),
        TokenRequest(role: "anon", subject: UUID()),
      ] {
        await #expect(throws: FunctionError.self) { let _: MintedToken = try await controls.call("token", wrong) }
      }
      #expect(try await Self.text(try console.configuration(), "role=anon").contains("Make a token"))
    }
  }
}
