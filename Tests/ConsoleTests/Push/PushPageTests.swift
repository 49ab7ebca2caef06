import Edge
import Foundation
import Testing

@testable import Console

@Suite struct PushPageTests {
  private static let now = Date(timeIntervalSince1970: 1_772_366_400)
  private static let id = "4f1c7f6e-6a0e-4c37-9d3c-52a1f0a0b5a1"

  private static func record(_ text: String? = nil, outcome: PushRecord.Outcome = .undelivered, isHeld: Bool = true)
    -> PushRecord
  {
    PushRecord(
      number: 7, time: now, kind: text ?? "alert", token: text ?? "c0ffee", environment: text ?? "sandbox",
      topic: text ?? "app.example", outcome: outcome, status: 503, reason: text ?? "Shutdown",
      meaning: text ?? "It waits.",
      tries: 2, apnsID: text ?? id, milliseconds: 12, mayHaveArrived: true, isHeld: isHeld)
  }

  private static func activity(_ records: [PushRecord], held: Int = 1) -> PushActivity {
    let none = [Int](repeating: 0, count: 59)
    return PushActivity(
      minutes: .init(sent: none + [4], delivered: none + [3], failed: none + [1]), inFlight: 2, p95: 40, held: held,
      records: records,
      next: 7)
  }

  private static func overview(_ text: String = "app.example", stopped: Bool = false) -> PushOverview {
    let fault = PushConnections.Fault(reason: text, meaning: text)
    return PushOverview(
      status: PushStatus(
        target: "server", url: text, topic: text, environment: .sandbox, keyID: text, reachesPhones: true, caFile: text,
        inspectionURL: text),
      connections: [
        PushConnections(
          service: text, environment: text, connections: [.init(state: .open, inFlight: 3, limit: 100)], waiting: 1,
          tokenAge: 61,
          lastAnswer: .init(status: 403, reason: text, time: now), stopped: stopped ? fault : nil,
          stoppedFor: stopped ? 9 : nil,
          unreachable: nil)
      ],
      phones: [
        SimulatedPhone(
          token: text, badge: 3,
          notifications: [.init(title: text, subtitle: text, body: text, topic: text, apnsID: text, time: now)],
          silent: 1)
      ])
  }

  private static func delivery(_ text: String = "u1") -> PushDelivery {
    PushDelivery(
      sessionID: text, userID: text, apnsID: text == "u1" ? id : text, outcome: text == "u1" ? "undelivered" : text,
      attempts: 5,
      reason: text, updatedAt: now)
  }

  private static func page(
    _ overview: PushOverview = overview(), _ activity: PushActivity = activity([record()]),
    _ stored: [PushDelivery]? = [delivery()]
  ) throws -> (PushPage, AnsweringControls) {
    var answers: [String: any Encodable & Sendable] = [
      "push_overview": overview, "push_activity": activity, "push_resend": PushResent(sent: 1, delivered: 1),
      "push_send": ["apns_id": id, "outcome": "delivered", "meaning": "It was accepted."],
    ]
    if let stored { answers["push_deliveries"] = stored }
    let controls = try AnsweringControls(answers)
    return (PushPage(.of(controls)), controls)
  }

  @Test func figuresConnectionsAndDeliveriesAreShown() async throws {
    let (page, _) = try Self.page(Self.overview(stopped: true))
    let html = Markup(try await page.content(of: .of())).html
    for text in [
      "4 in the last hour", "75\u{202F}%", "40 ms", "3 of 100", "stopped", "It tries again in 10 s.", "…c0ffee",
      "503 Shutdown",
    ] {
      #expect(html.contains(text), "\(text)")
    }
    // The user is the application's, and so is the larger number of tries.
    #expect(html.contains("<td data-label=\"User\">u1</td>"))
    #expect(html.contains("<td class=\"end\" data-label=\"Tries\">5</td>"))
    #expect(html.contains("It may have arrived"))
    #expect(html.contains("Resend what is missing (1)"))
  }

  @Test func hostileTextsAreShownAsTheyAre() async throws {
    for text in Markup.hostile {
      let (page, _) = try Self.page(
        Self.overview(text, stopped: true), Self.activity([Self.record(text)]), [Self.delivery(text)])
      for canAct in [true, false] {
        let view = PageView.of("q=\(Form.encode(text))", canAct: canAct)
        let markup = Markup(
          try await page.content(of: PageView(path: [], query: Form(), canAct: canAct, now: Self.now)))
        #expect(markup.foreignTags.isEmpty, "\(text): \(markup.foreignTags)")
        #expect(Markup(try await page.content(of: view)).foreignTags.isEmpty, "\(text)")
        // A text from outside cannot become a place of the session's token.
        let clean = try Self.page().0
        #expect(markup.tokenPlaces == Markup(try await clean.content(of: .of(canAct: canAct))).tokenPlaces)
      }
    }
  }

  @Test func aReaderSeesNoForm() async throws {
    let html = Markup(try await Self.page().0.content(of: .of(canAct: false))).html
    #expect(!html.contains("method=\"post\""))
    #expect(html.contains("…c0ffee"))
  }

  @Test func aPushOfAJobNamesTheJobInsteadOfAButton() async throws {
    var record = Self.record(isHeld: false)
    record.job = 17
    let (page, _) = try Self.page(Self.overview(), Self.activity([record], held: 0))
    let html = Markup(try await page.content(of: .of())).html
    #expect(html.contains("The console does not send it again: see <a href=\"/console/queue/17\">job 17</a>"))
    #expect(html.contains("<a class=\"row\" href=\"/console/queue/17\">"))
    #expect(!html.contains("Resend"))
  }

  @Test func theSearchTextBecomesTheControlsQuery() async throws {
    let (page, controls) = try Self.page()
    let text = "outcome:refused kind:alert env:production topic:app.a token:C0FFEE id:4F user:u1 some"
    _ = try await page.content(of: .of("q=\(Form.encode(text))&before=30"))
    let input = try #require(controls.calls.first { $0.name == "push_activity" }?.input)
    #expect(
      try Wire.decode(PushQuery.self, from: [UInt8](input.utf8))
        == PushQuery(
          outcome: "refused", kind: "alert", environment: "production", topic: "app.a", token: "C0FFEE", id: "4F",
          words: ["some"],
          before: 30, limit: PushQuery.most))
  }

  @Test func aSelectionTakesWhatItsTermsSay() {
    let record = Self.record()
    #expect(PushQuery(token: "00C0FFEE").contains(record))
    #expect(PushQuery(id: "4F1C").contains(record))
    #expect(PushQuery(words: ["shut", "503"]).contains(record))
    #expect(PushQuery(before: 8).contains(record))
    for query in [
      PushQuery(token: "abcdef"), PushQuery(id: "5"), PushQuery(words: ["shut", "no"]), PushQuery(before: 7),
      PushQuery(outcome: "refused"), PushQuery(kind: "voip"), PushQuery(environment: "production"),
      PushQuery(topic: "b"),
    ] {
      #expect(!query.contains(record))
    }
  }

  @Test func aUsersDeliveriesAreSelected() async throws {
    let (page, _) = try Self.page()
    let own = Markup(try await page.content(of: .of("q=user:u1"))).html
    let others = Markup(try await page.content(of: .of("q=user:u2"))).html
    #expect(own.contains("data-key=\"\(Self.id)\""))
    #expect(!others.contains("data-key=\"\(Self.id)\""))
    #expect(!others.contains("data-key=\"\(Self.id) u1\""))
  }

  @Test func theRangeOfAUsersDeliveriesIsSaid() async throws {
    let record = Self.record()
    let many = [PushRecord](repeating: record, count: PushQuery.most)
    for (records, isSaid) in [([record], false), (many, true)] {
      let (page, _) = try Self.page(Self.overview(), Self.activity(records))
      let html = Markup(try await page.content(of: .of("q=user:u1"))).html
      #expect(html.contains("The user is looked for among the newest 500 notifications") == isSaid)
      let all = Markup(try await page.content(of: .of())).html
      #expect(!all.contains("is looked for"))
    }
  }

  @Test func withoutAFunctionOfDeliveriesTheHostsAreShown() async throws {
    let content = try await Self.page(Self.overview(), Self.activity([Self.record()]), nil).0.content(of: .of())
    #expect(!content.regions.contains { $0.id == "push-stored" })
    #expect(Markup(content).html.contains("…c0ffee"))
  }

  @Test func aTestIsSent() async throws {
    let (page, controls) = try Self.page()
    let form = Form(encoded: "token=of-the-session&device=%20abCD%20&environment=production&topic=&title=Hi&body=there")
    let outcome = try await page.perform("test", form)
    #expect(outcome.message == "Delivered: It was accepted. apns-id \(Self.id)")
    let input = try Wire.decode(JSONValue.self, from: [UInt8](try #require(controls.calls.last).input.utf8))
    #expect(input["token"] == "abCD")
    #expect(input["environment"] == "production")
    #expect(input["topic"] == nil)
    #expect(input["type"] == "alert")
    for wrong in ["title=Hi&environment=sandbox", "device=ab&title=Hi", "device=ab&environment=sandbox&title=%20"] {
      await #expect(throws: PageError.self) { _ = try await page.perform("test", Form(encoded: wrong)) }
    }
  }

  @Test func theResendFormSendsOneOrAllAgain() async throws {
    let (page, controls) = try Self.page()
    #expect(try await page.perform("resend", Form(encoded: "host=here&id=\(Self.id)")).count == 1)
    #expect(controls.calls.last?.input.lowercased() == "{\"ids\":[\"\(Self.id)\"]}")
    #expect(
      try await page.perform("resend", Form(encoded: "host=here&all=true")).message
        == "Sent 1 notification again; 1 accepted")
    #expect(controls.calls.last?.input == "{}")
    for wrong in [
      "host=here", "host=here&id=x", "host=here&all=true&expected=200&confirm=20", "all=true", "host=other&all=true",
    ] {
      await #expect(throws: PageError.self) { _ = try await page.perform("resend", Form(encoded: wrong)) }
    }
    #expect(controls.calls.count == 2)
    await #expect(throws: PageError.notFound) { _ = try await page.perform("other", Form()) }
  }
}
