import Edge
import FoundationEssentials
import Host

/// The groups of errors and the crashes of workers that the hosts have in memory.
package struct ErrorsPage: Page {
  package let section = Section.errors
  private let sources: ConsoleSources
  private let table: ResolvedErrorTable

  package init(_ sources: ConsoleSources) {
    self.sources = sources
    table = ResolvedErrorTable(sources.database)
  }

  package func content(of view: PageView) async throws -> PageContent {
    switch (view.path.count, view.path.first) {
    case (0, _):
      let marks = try? await table.marks()
      let answers = await sources.hosts.ask([.errors, .deaths]).map { $0.chosen(by: view.filter) }
      let list = ErrorList(
        errors: answers[0], deaths: answers[1], resolved: marks ?? ResolvedErrors(), view: view)
      return PageContent(title: "Errors", regions: (marks == nil ? [Self.unread] : []) + list.regions())
    case (1, let id?):
      guard let group = await sources.hosts.ask(.errors).errorGroups.first(where: { $0.id == id }) else {
        throw PageError.notFound
      }
      let marks = try? await table.marks()
      let answers = await sources.hosts.ask(.invocations(ErrorDetail.selection(of: group)))
      let standing = (marks ?? ResolvedErrors()).standing(of: group)
      let detail = ErrorDetail(answers: answers, view: view, group: group, standing: standing)
      return PageContent(
        title: "Error in \(group.function)", regions: (marks == nil ? [Self.unread] : []) + detail.regions())
    case (2, "crash"):
      guard let sequence = UInt64(view.path[1]) else { throw PageError.notFound }
      let place = RecordPlace(host: view.query["host"] ?? sources.host.name, sequence: sequence)
      let answers = await sources.hosts.ask(.death(place))
      return PageContent(title: "Crash", regions: CrashDetail(answers: answers, view: view).regions())
    default: throw PageError.notFound
    }
  }

  /// The note above the errors while the database does not answer. The errors are shown nevertheless.
  private static let unread = Region(
    "unread",
    "<p class=\"flash warning\">The database does not answer, so errors that are marked as resolved are shown as open.</p>"
  )

  package func perform(_ action: String, _ form: Form) async throws -> ActionOutcome {
    let ids = Set(form.values(of: "id"))
    guard !ids.isEmpty else { throw PageError.invalid("Select a group of errors first") }
    switch action {
    case "resolve": return try await resolve(ids)
    case "reopen":
      let count = try await table.reopen(ids)
      return ActionOutcome("Reopened \(Quantities.counted(count, "group")) of errors", count: count)
    default: throw PageError.notFound
    }
  }

  private func resolve(_ ids: Set<String>) async throws -> ActionOutcome {
    let groups = await sources.hosts.ask(.errors).errorGroups.filter { ids.contains($0.id) }
    guard !groups.isEmpty else {
      throw PageError.unavailable("These errors are not in memory any more: the host keeps the newest ones only")
    }
    try await table.resolve(groups, in: try await ServedVersions(sources), at: sources.clock.now)
    let count = groups.count
    return ActionOutcome(
      "Marked \(Quantities.counted(count, "group")) of errors as resolved in the served version", count: count)
  }
}
