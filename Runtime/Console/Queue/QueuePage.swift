import FoundationEssentials
import Jobs

/// The queue: the counts by function, the jobs, and the actions on them.
struct QueuePage: Page {
  /// The number of jobs on one page of the list.
  static let rows = 50

  let section = Section.queue
  let controls: any Controls
  /// The counts of the jobs that a filter selects for an action, for as long as a person reads them.
  private let selections = CountedSelections(for: .seconds(60))

  init(_ sources: ConsoleSources) { controls = sources.controls }

  func content(of view: PageView) async throws -> PageContent {
    switch view.path.count {
    case 0: return try await list(view)
    case 1 where view.path[0] == "change": return try await change(view, selections)
    case 1:
      guard let id = Int64(view.path[0]) else { throw PageError.notFound }
      return try await detail(of: id, view)
    default: throw PageError.notFound
    }
  }

  func perform(_ action: String, _ form: Form) async throws -> ActionOutcome {
    switch action {
    case "pause", "resume": return try await setPaused(action == "pause", form)
    case "all": return try await performAll(form, selections)
    default:
      guard let action = JobCommand.Action(path: action) else { throw PageError.notFound }
      return try await perform(action, form)
    }
  }
}
