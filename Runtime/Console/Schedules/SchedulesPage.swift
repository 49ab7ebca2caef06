import FoundationEssentials
import Jobs

/// The jobs with a schedule: when they ran, and when they run next.
struct SchedulesPage: Page {
  let section = Section.schedules
  let controls: any Controls

  init(_ sources: ConsoleSources) { controls = sources.controls }

  func content(of view: PageView) async throws -> PageContent {
    switch view.path.count {
    case 0: return try await list(view)
    case 1: return try await detail(of: view.path[0], view)
    default: throw PageError.notFound
    }
  }

  func perform(_ action: String, _ form: Form) async throws -> ActionOutcome {
    guard let name = form["name"], !name.isEmpty else { throw PageError.invalid("No schedule is named") }
    switch action {
    case "run":
      let started: JobCommand.Started = try await controls.callJobs(
        "jobs_run", JobCommand.Start(name: name, account: "console"))
      return ActionOutcome("Started \(name) as job \(started.id)")
    case "pause":
      let _: JobCommand.Name = try await controls.callJobs("jobs_pause", JobCommand.Name(name: name))
      return ActionOutcome("Paused \(name): its ticks are dropped until it is resumed")
    case "resume":
      let _: JobCommand.Name = try await controls.callJobs("jobs_resume", JobCommand.Name(name: name))
      return ActionOutcome("Resumed \(name): ticks of the pause are not caught up")
    default: throw PageError.notFound
    }
  }
}
