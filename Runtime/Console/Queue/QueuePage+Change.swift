import FoundationEssentials
import Host
import Jobs

extension QueuePage {
  /// The jobs that matched a filter when they were counted.
  struct Counted: Sendable {
    let matching: JobCommand.Matching
    let at: Date
  }

  /// Counts by the action, the filter, and a text that changes with each request to count again.
  typealias CountedSelections = SharedAnswers<String, Counted>

  /// The most jobs of an action that needs no confirmation by typing their number.
  static let mostUntyped = 100
  /// The most jobs of an action that ends within its request. One on more jobs goes on in the background.
  private static let mostAtOnce = 1000

  /// The page that counts the jobs of a filter, and asks before an action on them.
  func change(_ view: PageView, _ selections: CountedSelections) async throws -> PageContent {
    guard let action = view.query["action"].flatMap(JobCommand.Action.init(path:)) else { throw PageError.notFound }
    let filter = try QueueFilter(view.filter, now: view.now)
    let change = try filter.change(action)
    let key = "\(action.path) \(view.query["again"] ?? "") \(filter.text)"
    let counted = try await selections[key].get {
      Counted(matching: try await controls.callJobs("jobs_matching", change), at: view.now)
    }
    let progress: [JobCommand.BulkProgress] = try await controls.callJobs("jobs_bulk_progress")
    return PageContent(
      title: "\(action.title) jobs",
      regions: [
        Region("queue-progress", BulkProgressTable(progress, now: view.now).html),
        Region("queue-change", form(action, filter, counted, view)),
      ])
  }

  private func form(
    _ action: JobCommand.Action, _ filter: QueueFilter, _ counted: Counted, _ view: PageView
  ) -> HTML {
    let matching = counted.matching
    let groups = DataTable(
      columns: [.init("Function"), .init("State"), .init("Jobs", .end)],
      rows: matching.groups.map {
        .init(
          key: "\($0.name) \($0.state)",
          cells: ["\($0.name)", JobBadge.html(state: $0.state), "\(Quantities.count($0.count))"])
      },
      empty:
        "No job matches <code>\(filter.text)</code> in a state that \(action.title) takes: \(action.usualStates.joined(separator: ", ")).",
      label: "Jobs that match"
    ).html
    var fields: [Form.Field] = [
      .init("action", action.path), .init("q", filter.text), .init("counted", "\(matching.count)"),
    ]
    if let last = matching.last { fields.append(.init("last", "\(last)")) }
    let button =
      matching.count == 0
      ? HTML.empty
      : ActionForm(
        section: .queue, action: "all", fields: fields,
        label: "\(action.title) \(Quantities.counted(matching.count, "job"))",
        style: action.style == .danger ? .danger : .primary,
        confirmation: matching.count > Self.mostUntyped ? .count(matching.count) : .none, view: view
      ).html
    let partial: HTML =
      matching.isPartial == true
      ? """
      <p class="flash warning">More than \(Quantities.counted(matching.count, "job")) match: counting them all takes too long. The action \
      takes those that were counted, the oldest ones. Do it again for the others, or narrow the filter.</p>
      """ : .empty
    // The page stays the same until then, so that an update does not take away what is being typed.
    let again = view.query.replacing(["again": "\((view.query["again"].flatMap { Int($0) } ?? 0) &+ 1)"]).link
    return Panel(
      title: "\(action.title): \(filter.text)",
      content: """
        <p>\(action.sentence)</p>\(groups)\(partial)<p class="note">Counted at \(Instant.exact(counted.at)). <a href="\(again)">Count again</a> · \
        <a href="\(Section.queue.path(filter: filter.text))">Show the jobs</a></p>\(button)
        """
    ).html
  }

  /// Performs an action on all jobs that match and were there when they were counted.
  func performAll(_ form: Form, _ selections: CountedSelections) async throws -> ActionOutcome {
    guard let action = form["action"].flatMap(JobCommand.Action.init(path:)),
      let counted = form["counted"].flatMap({ Int($0) })
    else { throw PageError.invalid("The form is not complete") }
    let filter = try QueueFilter(Filter(form["q"] ?? ""), now: Date())
    var change = try filter.change(action)
    change.last = form["last"].flatMap { Int64($0) }
    let matching: JobCommand.Matching = try await controls.callJobs("jobs_matching", change)
    guard matching.count <= counted else {
      selections.invalidate()
      throw PageError.unavailable(
        "\(Quantities.counted(matching.count, "job")) match now, not \(Quantities.count(counted)): count again, and nothing was changed"
      )
    }
    if counted > Self.mostUntyped {
      guard form["expected"] == "\(counted)" else { throw PageError.invalid("Type the number \(counted) to confirm") }
      try form.checkConfirmation()
    }
    selections.invalidate()
    let next = "queue?q=\(Form.encode(filter.text))"
    if matching.count > Self.mostAtOnce {
      let _: JobCommand.BulkProgress = try await controls.callJobs(
        "jobs_bulk", JobCommand.Bulk(change: change, count: matching.count, selection: filter.text))
      return ActionOutcome(
        "\(action.title): \(Quantities.counted(matching.count, "job")), batch by batch", count: matching.count,
        next: next)
    }
    let changed = try await perform(change)
    return ActionOutcome(Self.words(action, changed), count: changed.done, next: next)
  }

  /// Performs all batches of a change.
  func perform(_ change: JobCommand.Change) async throws -> (done: Int, skipped: Int, busy: Int) {
    var change = change
    var sum = (done: 0, skipped: 0, busy: 0)
    repeat {
      let changed: JobCommand.Changed = try await controls.callJobs("jobs_change", change)
      sum = (sum.done + changed.done, sum.skipped + changed.skipped, sum.busy + changed.busy)
      change.after = changed.next
    } while change.after != nil
    return sum
  }

  static func words(_ action: JobCommand.Action, _ changed: (done: Int, skipped: Int, busy: Int)) -> String {
    let unchanged = UnchangedJobs.words(skipped: changed.skipped, busy: changed.busy)
    return "\(action.past) \(Quantities.counted(changed.done, "job"))\(unchanged)"
  }
}
