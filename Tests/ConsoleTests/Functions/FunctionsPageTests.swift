import Database
import Edge
import Engines
import Foundation
import Host
import Testing

@testable import Console
@testable import OpenAPI

@Suite struct FunctionsPageTests {
  private static let hostile = #"</textarea><script>alert('1')</script>"#

  /// One function, which answers with its input.
  private struct Source: FunctionSource {
    var callers: [InvokeCaller.Kind] = [.anon, .serviceRole]
    let program = "swiftlet"
    let details = FunctionDetails(
      FunctionDescription(name: "greet", routes: ["/functions/v1/greet"], access: .anyone),
      operations: [
        OpenAPI.Operation(
          id: "greet", method: "post", path: "/functions/v1/greet", tag: "functions", access: .anyone,
          needsToken: false,
          isReadOnly: false, isIdempotent: false,
          input: .json(.object("Greeting", .required("name", .string), .optional("kind", .choice("a", hostile)))),
          successes: [], errors: [])
      ],
      settings: [PrintedSetting("max_body", hostile, from: hostile)],
      secrets: [FunctionSecret(hostile, isSet: false)], summary: hostile)

    var functions: [FunctionDescription] { [details.description] }

    func details(of name: String) -> FunctionDetails? { name == "greet" ? details : nil }

    func invoke(_ request: InvokeRequest) async throws -> InvokeAnswer {
      InvokeAnswer(
        status: 200, headers: [.init("content-type", "text/plain"), .init("x-own", hostile)], body: request.body ?? [],
        isCut: false, duration: .milliseconds(3))
    }
  }

  private let now = Date(timeIntervalSince1970: 1_800_000_030)
  private let page: FunctionsPage
  private let ring: EventRing

  init() throws {
    let engine = try SQLiteEngine.temporary()
    let host = HostDescription(
      version: "1", name: "host", started: now, isEmbedded: true, isLoopback: true, url: { "http://127.0.0.1:54321" })
    ring = EventRing(stripes: 1)
    page = FunctionsPage(
      ConsoleSources(
        controls: FakeControls(answers: ["workers_kill": [], "workers_retire": []]), ring: ring, functions: Source(),
        database: Database(engine), clock: .fixed(now),
        host: host))
  }

  private func html(_ path: [String], _ query: String = "", canAct: Bool = true) async throws -> String {
    let view = PageView(path: path, query: Form(encoded: query), canAct: canAct, now: now, section: .functions)
    return HTML(try await page.content(of: view).regions.map(\.content)).text
  }

  @Test func theDetailShowsWhatHoldsAndItsOrigin() async throws {
    ring.add(
      InvocationRecord(
        time: now, id: UUID(), function: "greet", status: 500, timing: InvocationTiming(total: 1500)))
    let text = try await html(["greet"])
    #expect(text.contains("max_body"))
    #expect(text.contains("&lt;/textarea&gt;&lt;script&gt;"))
    #expect(!text.contains("<script"))
    #expect(text.contains("1 failed"))
  }

  @Test func aFormAsksForEachMember() async throws {
    let text = try await html(["greet", "invoke"])
    #expect(text.contains(#"name="input.name""#))
    #expect(text.contains(#"<select name="input.kind""#))
    #expect(!text.contains("<script"))
    #expect(text.contains("curl -i -X POST"))
    let reading = try await html(["greet", "invoke"], canAct: false)
    #expect(!reading.contains("<form"))
  }

  @Test func anAnswerIsShownAsItIs() async throws {
    let outcome = try await page.perform(
      "invoke",
      Form([
        .init("token", "secret of the session"), .init("function", "greet"), .init("operation", "greet"),
        .init("caller", "anon"), .init("input.name", Self.hostile), .init("input.kind", "a"),
      ]))
    #expect(outcome.message == "Called greet as anon: status 200 in 3 ms")
    let next = try #require(outcome.next)
    #expect(next.hasPrefix("functions/greet/invoke?operation=greet&result="))
    let text = try await html(["greet", "invoke"], String(next.split(separator: "?")[1]))
    #expect(!text.contains("<script"))
    #expect(!text.contains("secret of the session"))
    // The answer has the input, and so has the form again.
    #expect(text.contains("&lt;/textarea&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;"))
  }

  @Test func aCallerThatIsNotOfferedIsRefused() async throws {
    await #expect(throws: PageError.self) {
      try await page.perform(
        "invoke", Form([.init("function", "greet"), .init("caller", "user"), .init("input.name", "Ada")]))
    }
  }

  @Test(arguments: ["kill", "retire"]) func aWorkerOfAnotherHostIsNotEnded(_ action: String) async throws {
    _ = try await page.perform(action, Form(encoded: "worker=3&host=host"))
    for form in ["worker=3", "worker=3&host=other"] {
      await #expect(throws: PageError.self) { _ = try await page.perform(action, Form(encoded: form)) }
    }
  }

  @Test(arguments: [["nothing"], ["greet", "other"], ["greet", "invoke", "more"], ["nothing", "invoke"]])
  func anUnknownPathIsNotFound(path: [String]) async throws {
    await #expect(throws: PageError.notFound) { try await html(path) }
  }
}
