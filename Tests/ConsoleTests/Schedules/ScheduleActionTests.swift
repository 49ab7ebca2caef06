import Edge
import Jobs
import Testing

@testable import Console

/// The actions of the page of schedules.
@Suite struct ScheduleActionTests {
  private static func page() throws -> (SchedulesPage, AnsweringControls) {
    let answers: [String: JSONValue] = [
      "jobs_run": ["id": 23], "jobs_pause": ["name": "tidy_up"], "jobs_resume": ["name": "tidy_up"],
    ]
    let controls = try AnsweringControls(answers)
    return (SchedulesPage(.of(controls)), controls)
  }

  @Test func aScheduleRunsNow() async throws {
    let (page, controls) = try Self.page()
    #expect(try await page.perform("run", Form(encoded: "name=tidy_up")).message == "Started tidy_up as job 23")
    #expect(controls.calls.map(\.name) == ["jobs_run"])
    let input = try #require(controls.calls.last).input
    let start = try Wire.decode(JobCommand.Start.self, from: [UInt8](input.utf8))
    #expect(start.name == "tidy_up" && start.account == "console")
  }

  @Test func aScheduleIsPausedAndResumed() async throws {
    let (page, controls) = try Self.page()
    #expect(
      try await page.perform("pause", Form(encoded: "name=tidy_up")).message
        == "Paused tidy_up: its ticks are dropped until it is resumed")
    #expect(
      try await page.perform("resume", Form(encoded: "name=tidy_up")).message
        == "Resumed tidy_up: ticks of the pause are not caught up")
    #expect(controls.calls.map(\.name) == ["jobs_pause", "jobs_resume"])
    #expect(controls.calls.map(\.input) == [#"{"name":"tidy_up"}"#, #"{"name":"tidy_up"}"#])
  }

  @Test func anActionWithoutANameOrOfAnUnknownScheduleIsRefused() async throws {
    let (page, controls) = try Self.page()
    for text in ["", "name="] {
      await #expect(throws: PageError.invalid("No schedule is named")) {
        _ = try await page.perform("run", Form(encoded: text))
      }
    }
    await #expect(throws: PageError.notFound) { _ = try await page.perform("odd", Form(encoded: "name=tidy_up")) }
    #expect(controls.calls.isEmpty)
    let unknown = SchedulesPage(.of(try AnsweringControls([:])))
    await #expect(throws: PageError.notFound) { _ = try await unknown.perform("run", Form(encoded: "name=odd")) }
  }

  @Test func theButtonsFollowTheStateOfTheSchedule() async throws {
    for (isPaused, action) in [(false, "pause"), (true, "resume")] {
      let answers: [String: JSONValue] = ["jobs_schedules": [JobAnswers.schedule("tidy_up", isPaused: isPaused)]]
      let page = SchedulesPage(.of(try AnsweringControls(answers)))
      let html = Markup(try await page.content(of: .of())).html
      #expect(html.contains("/console/schedules/actions/run"))
      #expect(html.contains("/console/schedules/actions/\(action)"))
      #expect(!Markup(try await page.content(of: .of(canAct: false))).html.contains("method=\"post\""))
    }
  }
}
