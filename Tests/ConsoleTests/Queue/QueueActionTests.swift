import Edge
import Foundation
import Jobs
import Testing

@testable import Console

/// The actions of the queue's page on single jobs and on all that match a filter.
@Suite struct QueueActionTests {
  private static func page(
    matching count: Int = 3, done: Int = 2, more: [String: JSONValue] = [:]
  ) throws -> (QueuePage, AnsweringControls) {
    let answers: [String: JSONValue] = [
      "jobs_matching": JobAnswers.matching(count), "jobs_bulk_progress": [],
      "jobs_change": ["done": .integer(Int64(done)), "skipped": 1, "busy": 0],
      "jobs_bulk": [
        "number": 1, "action": "retry", "selection": "state:dead", "count": .integer(Int64(count)),
        "started_at": "2026-03-01T12:00:00.000Z", "done": 0, "skipped": 0, "busy": 0,
      ],
      "jobs_pause": ["name": "ship"], "jobs_resume": ["name": "ship"],
    ]
    let controls = try AnsweringControls(answers.merging(more) { $1 })
    return (QueuePage(.of(controls)), controls)
  }

  private static func names(_ controls: AnsweringControls) -> [String] { controls.calls.map(\.name) }

  private static func change(_ controls: AnsweringControls) throws -> JobCommand.Change {
    try Wire.decode(JobCommand.Change.self, from: [UInt8](try #require(controls.calls.last).input.utf8))
  }

  @Test func allThatMatchAreChangedUpToTheLastCountedJob() async throws {
    let (page, controls) = try Self.page()
    let form = Form(encoded: "action=retry&q=state%3Adead&counted=3&last=17")
    let outcome = try await page.perform("all", form)
    #expect(outcome.message == "Retried 2 jobs; 1 skipped (state changed, or key in use)")
    #expect(outcome.count == 2)
    #expect(outcome.next == "queue?q=state%3Adead")
    #expect(Self.names(controls) == ["jobs_matching", "jobs_change"])
    let change = try Self.change(controls)
    #expect(change.action == .retry && change.state == "dead" && change.last == 17)
  }

  @Test func moreJobsThanWereCountedAreNotChanged() async throws {
    let (page, controls) = try Self.page(matching: 4)
    let reason = "4 jobs match now, not 3: count again, and nothing was changed"
    await #expect(throws: PageError.unavailable(reason)) {
      _ = try await page.perform("all", Form(encoded: "action=retry&q=state%3Adead&counted=3&last=17"))
    }
    #expect(Self.names(controls) == ["jobs_matching"])
  }

  @Test(arguments: [
    "", "&expected=150", "&expected=150&confirm=15", "&expected=1&confirm=1", "&expected=&confirm=", "&confirm=150",
  ])
  func aNumberThatIsNotTypedChangesNothing(_ typed: String) async throws {
    let (page, controls) = try Self.page(matching: 150)
    await #expect(throws: PageError.invalid("Type the number 150 to confirm")) {
      _ = try await page.perform("all", Form(encoded: "action=delete&q=state%3Adead&counted=150&last=17" + typed))
    }
    #expect(Self.names(controls) == ["jobs_matching"])
  }

  @Test func theTypedNumberIsTheConfirmation() async throws {
    let (page, controls) = try Self.page(matching: 150, done: 149)
    let form = Form(encoded: "action=delete&q=state%3Adead&counted=150&last=17&expected=150&confirm=%20150%20")
    #expect(try await page.perform("all", form).count == 149)
    #expect(try Self.change(controls).action == .discard)
  }

  @Test func aLargeChangeGoesOnInTheBackground() async throws {
    let (page, controls) = try Self.page(matching: 1500)
    let form = Form(encoded: "action=retry&q=state%3Adead&counted=1500&last=17&expected=1500&confirm=1500")
    #expect(try await page.perform("all", form).count == 1500)
    #expect(Self.names(controls) == ["jobs_matching", "jobs_bulk"])
    let input = try #require(controls.calls.last).input
    let bulk = try Wire.decode(JobCommand.Bulk.self, from: [UInt8](input.utf8))
    #expect(bulk.count == 1500 && bulk.selection == "state:dead" && bulk.change.last == 17)
  }

  @Test(arguments: [
    "action=odd&q=state%3Adead&counted=1", "action=retry&q=state%3Adead", "action=retry&counted=1",
    "action=retry&q=state%3Arunning&counted=1", "action=retry&q=state%3Acompleted&counted=1",
  ])
  func aFormThatIsNotCompleteChangesNothing(_ text: String) async throws {
    let (page, controls) = try Self.page()
    await #expect(throws: PageError.self) { _ = try await page.perform("all", Form(encoded: text)) }
    #expect(controls.calls.isEmpty)
  }

  @Test func theNumberIsAskedForAboveAHundredJobs() async throws {
    for (count, isAsked) in [(100, false), (101, true)] {
      let (page, _) = try Self.page(matching: count)
      let view = PageView(
        path: ["change"], query: Form(encoded: "action=retry&q=state:dead"), canAct: true,
        now: Date(timeIntervalSince1970: 1_772_366_400))
      let html = Markup(try await page.content(of: view)).html
      #expect(html.contains("name=\"counted\" value=\"\(count)\""))
      #expect(html.contains("name=\"last\" value=\"17\""))
      #expect(html.contains("name=\"expected\" value=\"\(count)\"") == isAsked)
    }
  }

  @Test func aJobIsRetried() async throws {
    let (page, controls) = try Self.page(done: 1, more: ["jobs_change": ["done": 1, "skipped": 0, "busy": 0]])
    #expect(try await page.perform("retry", Form(encoded: "id=17")).message == "Retried job 17")
    let change = try Self.change(controls)
    #expect(change.action == .retry && change.ids == [17])
  }

  @Test func aJobThatWasNotRetriedIsSaidWithItsState() async throws {
    let (page, _) = try Self.page(done: 0, more: ["jobs_search": ["jobs": [JobAnswers.job("ship", state: "running")]]])
    let reason = "Retry does not apply to job 17: it is running, or another job has its key"
    await #expect(throws: PageError.unavailable(reason)) {
      _ = try await page.perform("retry", Form(encoded: "id=17"))
    }
  }

  @Test func onlyAHundredSelectedJobsAreChanged() async throws {
    let (page, controls) = try Self.page()
    let ids = (1...101).map { "id=\($0)" }
    await #expect(throws: PageError.self) {
      _ = try await page.perform("delete", Form(encoded: ids.joined(separator: "&")))
    }
    for text in ["", "id=x"] {
      await #expect(throws: PageError.invalid("No job is selected")) {
        _ = try await page.perform("retry", Form(encoded: text))
      }
    }
    #expect(controls.calls.isEmpty)
    #expect(try await page.perform("delete", Form(encoded: ids.dropLast().joined(separator: "&"))).count == 2)
    #expect(try Self.change(controls).ids?.count == 100)
  }

  @Test func aFunctionIsPausedAndResumed() async throws {
    let (page, controls) = try Self.page()
    _ = try await page.perform("pause", Form(encoded: "name=ship"))
    _ = try await page.perform("resume", Form(encoded: "name=ship"))
    #expect(Self.names(controls) == ["jobs_pause", "jobs_resume"])
    #expect(controls.calls.last?.input == "{\"name\":\"ship\"}")
    await #expect(throws: PageError.notFound) { _ = try await page.perform("discard", Form(encoded: "id=17")) }
  }

  @Test func theProgressIsAListInAStatus() async throws {
    let page = QueuePage(.of(try AnsweringControls(JobAnswers.all("ship"))))
    let html = Markup(try await page.content(of: .of())).html
    #expect(html.contains("<div role=\"status\"><ul><li>Cancel "))
  }
}
