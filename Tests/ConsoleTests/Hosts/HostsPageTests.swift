import Edge
import Foundation
import Jobs
import Testing
import Workers

@testable import Console

@Suite struct HostsPageTests {
  private static func hosts(_ text: String) -> JSONValue {
    [
      [
        "id": .string(text), "started_at": "2026-03-01T11:00:00.000Z", "seen_at": "2026-03-01T11:59:55.000Z",
        "is_up": true, "running": 3,
        "lease_until": "2026-03-01T12:00:25.000Z",
        "figures": [
          "version": .string(text), "calls_per_second": .number(12.5), "in_flight": 4, "processors": .number(1.5),
          "memory_bytes": 67_108_864,
        ],
      ],
      [
        "id": "old", "started_at": "2026-03-01T11:00:00.000Z", "seen_at": "2026-03-01T11:10:00.000Z", "is_up": false,
        "running": 0,
      ],
    ]
  }

  private static func bundles(_ text: String) -> [BundleStanding] {
    [
      BundleStanding(
        bundle: text, digest: "\(text)0123456789abcdef", state: .serving, origin: text,
        deployedAt: Date(timeIntervalSince1970: 1_772_366_000),
        functions: 4, jobs: 1, isReversible: true),
      BundleStanding(bundle: text, digest: "fedcba9876543210", state: .kept, origin: text, deployedAt: .distantPast),
      BundleStanding(
        bundle: "alone", digest: "aa", state: .broken, origin: text, deployedAt: .distantPast, problem: text),
      BundleStanding(bundle: "named", digest: "bb", state: .serving, origin: "--bundle \(text)", functions: 1, jobs: 0),
    ]
  }

  private static func page(_ text: String = "notes") throws -> (HostsPage, AnsweringControls) {
    let report: JSONValue = [
      "bundle": "notes", "digest": "0123456789abcdef", "previous": "fedcba9876543210", "functions": 4, "routes": 2,
      "jobs": 1,
      "changed": true,
    ]
    let controls = try AnsweringControls([
      "jobs_hosts": hosts(text), "bundles": bundles(text), "bundles_progress": ["step": text],
      "bundles_rollback": report, "bundles_deploy": report,
      "bundles_undeploy": [
        "bundle": "notes", "previous": "fedcba9876543210", "functions": 0, "routes": 0, "jobs": 0, "changed": true,
      ] as JSONValue,
    ])
    return (HostsPage(.of(controls, host: .test(named: "notes"))), controls)
  }

  @Test func hostsAndBundlesAreShown() async throws {
    let html = Markup(try await Self.page().0.content(of: .of())).html
    for text in ["this host", "13", "150\u{202F}%", "64 MiB", "lost", "broken", "kept", "value=\"notes\""] {
      #expect(html.contains(text), "\(text)")
    }
    // A row leads to the functions of its bundle.
    #expect(html.contains("<a class=\"row\" href=\"/console/functions?q=bundle%3Anotes\">"))
    // One rollback, of the bundle with a version before; two bundles can be removed.
    #expect(html.split(separator: "/console/hosts/actions/rollback").count == 2)
    #expect(html.split(separator: "/console/hosts/actions/undeploy").count == 3)
  }

  @Test func hostileTextsAreShownAsTheyAre() async throws {
    for text in Markup.hostile {
      let markup = Markup(try await Self.page(text).0.content(of: .of()))
      #expect(markup.foreignTags.isEmpty, "\(text): \(markup.foreignTags)")
    }
  }

  @Test func aReaderSeesNoForm() async throws {
    #expect(!Markup(try await Self.page().0.content(of: .of(canAct: false))).html.contains("<form"))
  }

  @Test func aHostWithoutBundlesIsShown() async throws {
    let controls = try AnsweringControls(["jobs_hosts": Self.hosts("a")])
    let html = Markup(try await HostsPage(.of(controls, host: .test(named: "a"))).content(of: .of())).html
    #expect(html.contains("No bundle is deployed"))
  }

  /// The form of the present version of `notes`, as the page of this host shows it.
  private static let form = "bundle=notes&host=notes&version=notes0123456789abcdef"

  @Test func aBundleIsRolledBackAndUndeployed() async throws {
    let (page, controls) = try Self.page()
    let back = try await page.perform("rollback", Form(encoded: Self.form))
    #expect(back.message == "Rolled back notes: 0123456789ab in place of fedcba987654")
    #expect(
      controls.calls.last.map { "\($0)" } == "(name: \"bundles_rollback\", input: \"{\\\"bundle\\\":\\\"notes\\\"}\")")
    #expect(
      try await page.perform("undeploy", Form(encoded: Self.form)).message
        == "Undeployed notes, which was fedcba987654")
    await #expect(throws: PageError.self) { _ = try await page.perform("rollback", Form()) }
    await #expect(throws: PageError.notFound) { _ = try await page.perform("deploy", Form(encoded: "bundle=notes")) }
  }

  @Test func aFormOfAnotherHostOrOfAnEarlierVersionChangesNothing() async throws {
    let (page, controls) = try Self.page()
    let html = Markup(try await page.content(of: .of())).html
    #expect(html.contains("name=\"version\" value=\"notes0123456789abcdef\""))
    #expect(html.contains("name=\"host\" value=\"notes\""))
    for (form, said) in [
      ("bundle=notes&host=other&version=notes0123456789abcdef", "the page was of the host other"),
      ("bundle=notes&version=notes0123456789abcdef", "names no host"),
      ("bundle=notes&host=notes&version=fedcba9876543210", "no longer has the version fedcba987654"),
      ("bundle=notes&host=notes", "names no version"),
    ] {
      for action in ["rollback", "undeploy"] {
        let error = await #expect(throws: PageError.self) {
          _ = try await page.perform(action, Form(encoded: form))
        }
        #expect(error?.message.contains(said) == true, "\(form)")
      }
    }
    #expect(!controls.calls.contains { ["bundles_rollback", "bundles_undeploy"].contains($0.name) })
  }

  @Test func anExecutableIsDeployed() async throws {
    let (page, controls) = try Self.page()
    #expect(page.fileLimit(of: "deploy") != nil)
    #expect(page.fileLimit(of: "rollback") == nil)
    let outcome = try await page.perform("deploy", Form(encoded: "bundle=notes&host=notes"), file: "/tmp/x")
    #expect(outcome.message == "Deployed notes: 0123456789ab in place of fedcba987654")
    #expect(controls.calls.last?.input == #"{"bundle":"notes","executable":"/tmp/x"}"#)
    for form in ["", "bundle=notes", "bundle=notes&host=other"] {
      await #expect(throws: PageError.self) {
        _ = try await page.perform("deploy", Form(encoded: form), file: "/tmp/x")
      }
    }
    #expect(controls.calls.filter { $0.name == "bundles_deploy" }.count == 1)
  }

  @Test func aRefusalIsShownWithItsHint() async throws {
    struct Refusing: Controls {
      func call(_ name: String, _ input: [UInt8]?) async throws -> [UInt8] {
        if name == "bundles" { return try Wire.encode(HostsPageTests.bundles("notes")) }
        throw FunctionError.validation("There is no version before\nhint: deploy one")
      }
    }
    let page = HostsPage(.of(Refusing(), host: .test(named: "notes")))
    await #expect(throws: PageError.unavailable("There is no version before. What to do: deploy one")) {
      _ = try await page.perform("rollback", Form(encoded: Self.form))
    }
  }
}

extension HostDescription {
  static func test(named name: String = "here", isEmbedded: Bool = true, isLoopback: Bool = true) -> HostDescription {
    HostDescription(
      version: "1", name: name, started: Date(timeIntervalSince1970: 1_772_360_000), isEmbedded: isEmbedded,
      isLoopback: isLoopback,
      url: { "http://127.0.0.1:54321" })
  }
}
