import FoundationEssentials
import Jobs

extension QueuePage {
  /// Performs an action on one job or on the selected ones.
  func perform(_ action: JobCommand.Action, _ form: Form) async throws -> ActionOutcome {
    let ids = form.values(of: "id").compactMap { Int64($0) }
    guard !ids.isEmpty else { throw PageError.invalid("No job is selected") }
    guard ids.count <= Self.mostUntyped else {
      throw PageError.invalid("More than \(Self.mostUntyped) jobs are selected: use a filter and change all that match")
    }
    var change = JobCommand.Change(action)
    change.ids = ids
    let changed = try await perform(change)
    guard changed.done > 0 else {
      guard changed.busy == 0 else {
        throw PageError.unavailable(
          "Nothing was changed: another transaction has locked \(Quantities.counted(changed.busy, "job")). Do it again")
      }
      let found: JobCommand.Found = try await controls.callJobs("jobs_search", search(for: ids[0]))
      let state = found.jobs.first.map { "it is \($0.state)" } ?? "it has ended"
      throw PageError.unavailable(
        ids.count == 1
          ? "\(action.title) does not apply to job \(ids[0]): \(state), or another job has its key"
          : "\(action.title) applies to none of the \(ids.count) jobs: their states have changed")
    }
    let unchanged = UnchangedJobs.words(skipped: ids.count - changed.done - changed.busy, busy: changed.busy)
    let what = ids.count == 1 ? "job \(ids[0])" : Quantities.counted(changed.done, "job")
    return ActionOutcome("\(action.past) \(what)\(unchanged)", count: changed.done)
  }

  private func search(for id: Int64) -> JobCommand.Search {
    var search = JobCommand.Search()
    search.id = id
    return search
  }

  func setPaused(_ isPaused: Bool, _ form: Form) async throws -> ActionOutcome {
    guard let name = form["name"], !name.isEmpty else { throw PageError.invalid("No function is named") }
    let _: JobCommand.Name = try await controls.callJobs(
      isPaused ? "jobs_pause" : "jobs_resume", JobCommand.Name(name: name))
    return ActionOutcome(isPaused ? "Paused \(name): its jobs are held" : "Resumed \(name)")
  }
}
