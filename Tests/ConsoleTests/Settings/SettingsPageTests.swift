import Edge
import Foundation
import Testing

@testable import Console

@Suite struct SettingsPageTests {
  private static let user = "4f1c7f6e-6a0e-4c37-9d3c-52a1f0a0b5a1"

  private static func page(_ text: String = "text", hasToken: Bool = true, host: HostDescription = .test()) throws -> (
    SettingsPage, AnsweringControls
  ) {
    var answers: [String: any Encodable & Sendable] = [
      "settings": [
        PrintedSetting("swiftlet.port", "54321", from: "default"),
        PrintedSetting("supabase.jwt_secret", "•••• (42 chars)", from: "environment SUPABASE_JWT_SECRET"),
        PrintedSetting(text, text, from: text),
      ],
      "migrations": [
        MigrationLine(set: "swiftlet", version: 1, name: "jobs", state: .applied, breaking: false),
        MigrationLine(set: text, version: 2, name: text, state: .pending, breaking: true),
      ],
      "routes": [
        RouteLine(kind: .function, route: "/functions/v1/greet", name: "greet", access: "anyone"),
        RouteLine(kind: .prefix, route: text, name: text, access: nil),
        RouteLine(kind: .table, route: text, name: text, access: text),
      ],
    ]
    if hasToken {
      answers["token"] = MintedToken(token: "e30.e30.\(text)", expiresAt: Date(timeIntervalSince1970: 1_772_370_000))
    }
    let controls = try AnsweringControls(answers)
    return (SettingsPage(controls: controls, host: host), controls)
  }

  @Test func settingsMigrationsAndRoutesAreShown() async throws {
    let html = Markup(try await Self.page().0.content(of: .of())).html
    for text in [
      "swiftlet.port", "•••• (42 chars)", "environment SUPABASE_JWT_SECRET", "breaking", "/functions/v1/greet",
      "all paths below",
    ] {
      #expect(html.contains(text), "\(text)")
    }
  }

  @Test func hostileTextsAreShownAsTheyAre() async throws {
    for text in Markup.hostile {
      let page = try Self.page(text).0
      for query in ["", "role=anon", "role=\(Form.encode(text))&sub=\(Form.encode(text))&q=\(Form.encode(text))"] {
        let markup = Markup(try await page.content(of: .of(query)))
        #expect(markup.foreignTags.isEmpty, "\(text): \(markup.foreignTags)")
      }
    }
  }

  @Test(arguments: [
    ("from:default", ["swiftlet.port"], ["jwt_secret", ">pending<", "greet"]),
    ("state:pending", ["pending"], ["swiftlet.port", "greet", ">applied<"]),
    ("access:anyone", ["/functions/v1/greet"], ["swiftlet.port", "all paths below"]),
    ("jwt", ["jwt_secret"], ["swiftlet.port", "greet"]),
    ("from:ENVIRONMENT jwt", ["jwt_secret"], ["swiftlet.port"]),
  ])
  func theFilterSelects(_ filter: String, _ shown: [String], _ hidden: [String]) async throws {
    let content = try await Self.page().0.content(of: .of("q=\(Form.encode(filter))"))
    let html = content.regions.filter { $0.id != "settings-filter" && $0.id != "token" }.map(\.content.text).joined()
    for text in shown { #expect(html.contains(text), "\(text)") }
    for text in hidden { #expect(!html.contains(text), "\(text)") }
  }

  @Test func aTokenIsMadeForASessionThatMayAct() async throws {
    let (page, controls) = try Self.page()
    let html = Markup(try await page.content(of: .of("role=authenticated&sub=\(Self.user)"))).html
    #expect(html.contains("e30.e30.text"))
    #expect(controls.calls.last?.input.lowercased() == "{\"role\":\"authenticated\",\"sub\":\"\(Self.user)\"}")
    // Without a question there is a form, and no token.
    let form = Markup(try await page.content(of: .of())).html
    #expect(form.contains("Make a token"))
    #expect(!form.contains("e30.e30"))
    let reader = Markup(try await page.content(of: .of("role=service_role", canAct: false))).html
    #expect(!reader.contains("e30.e30"))
    #expect(!reader.contains("Make a token"))
  }

  @Test(arguments: [
    HostDescription.test(isEmbedded: false), HostDescription.test(isLoopback: false),
  ])
  func noTokenIsMadeElsewhere(_ host: HostDescription) async throws {
    let (page, controls) = try Self.page(host: host)
    #expect(!Markup(try await page.content(of: .of("role=anon"))).html.contains("e30.e30"))
    #expect(!controls.calls.contains { $0.name == "token" })
  }

  @Test func aHostWithASecretOfItsOwnHasNoTool() async throws {
    let html = Markup(try await Self.page(hasToken: false).0.content(of: .of("role=anon"))).html
    #expect(!html.contains("Make a token"))
  }
}
