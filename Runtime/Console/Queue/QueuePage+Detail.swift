import Edge
import FoundationEssentials
import Jobs

extension QueuePage {
  /// Everything that is stored about a job.
  func detail(of id: Int64, _ view: PageView) async throws -> PageContent {
    let job: JobCommand.Details = try await controls.callJobs("jobs_show", JobCommand.Show(id: id, isUnmasked: false))
    return PageContent(
      title: "Job \(id)",
      regions: [
        Region("job-facts", Panel(title: "Job \(id)", actions: actions(job, view), content: facts(job, view)).html),
        Region("job-states", Panel(title: "States", content: JobTimeline(job: job, view: view).html).html),
        Region(
          "job-tries",
          Panel(
            title: "Tries",
            content: RunTable(
              runs: job.runs.reversed(), empty: "It has not been tried yet.", view: view, isOfOneFunction: true
            ).html
          ).html),
        Region("job-input", Panel(title: "Input", content: input(job)).html),
      ])
  }

  private func facts(_ job: JobCommand.Details, _ view: PageView) -> HTML {
    let state = job.queued.map(JobBadge.html) ?? job.state.map { JobBadge.html(state: $0.rawValue) } ?? "–"
    var facts: [(HTML, HTML)] = [
      ("Function", "<a href=\"\(Section.queue.path(filter: "function:\(job.name)"))\">\(job.name)</a>"),
      ("State", state),
    ]
    if let queued = job.queued {
      facts.append(("Try", "\(queued.attempt) of \(queued.maximumAttempts)"))
      facts.append(("Priority", "\(queued.priority)"))
      facts.append(("Due", Instant(queued.runAt, now: view.now).html))
      facts.append(("Enqueued", Instant(queued.enqueuedAt, now: view.now).html))
      if let key = queued.key { facts.append(("Key", "<code>\(key)</code>")) }
      if let host = queued.host { facts.append(("Host", JobHostName(host).html)) }
      if let reason = queued.reason { facts.append(("Reason", ErrorLine(reason).html)) }
      if let error = queued.error { facts.append(("Last error", ErrorLine(error).html)) }
    }
    facts.append(("Enqueued by", origin(job)))
    if let lease = job.leaseMilliseconds {
      // To the second, so that the same lease has the same text.
      let end = Date(timeIntervalSince1970: (view.now.timeIntervalSince1970 + Double(lease) / 1000).rounded())
      facts.append(
        (
          "Lease",
          lease > 0 ? "ends \(Instant(end, now: view.now).html) unless it is renewed" : Badge(.bad, "run out").html
        ))
    }
    if let fence = job.fence { facts.append(("Fence", "\(fence)")) }
    if let lost = job.lostLeases, lost > 0 { facts.append(("Hosts lost", "\(lost)")) }
    if job.isCancelled == true { facts.append(("Cancelling", "its handler is being cancelled")) }
    return Facts(facts).html
  }

  /// The call that enqueued it.
  private func origin(_ job: JobCommand.Details) -> HTML {
    guard let origin = job.origin else {
      let trigger = job.queued?.trigger ?? job.runs.last?.trigger
      guard trigger == "schedule" else { return "–" }
      return "its schedule, <a href=\"\(Section.schedules.path(job.name))\">\(job.name)</a>"
    }
    let name: HTML = "\(origin.function ?? origin.trigger)"
    let run: HTML =
      if let job = origin.job {
        " (<a href=\"\(Section.queue.path("\(job)"))\">job \(job)</a>)"
      } else if let id = origin.id {
        " (<a href=\"\(Section.invocations.path(id))\">\(id)</a>)"
      } else {
        .empty
      }
    let user: HTML = origin.user.map { origin.trigger == "command" ? " by \($0)" : " of user \($0)" } ?? .empty
    return "\(name)\(run)\(user)"
  }

  private func input(_ job: JobCommand.Details) -> HTML {
    guard let input = job.input else {
      return job.queued == nil
        ? "<p class=\"note\">The input is deleted when a job ends.</p>" : "<p class=\"note\">It has no input.</p>"
    }
    return """
      \(Code(IndentedJSON.text(of: input.text)).html)<p class="note">Values of fields whose names say that they are secret or personal are \
      masked. <code>swiftlet jobs show \(job.id) --show-input</code> shows them.</p>
      """
  }

  private func actions(_ job: JobCommand.Details, _ view: PageView) -> HTML {
    guard view.canAct, let queued = job.queued else { return .empty }
    let state = queued.state == "scheduled" && queued.attempt > 0 ? "retrying" : queued.state
    let actions = JobCommand.Action.allCases.filter { action in
      guard action.states.contains(state) else { return false }
      // A scheduled job that was not tried is run, not retried.
      return switch action {
      case .retry: state != "scheduled"
      case .run: state != "retrying"
      case .cancel: state != "dead"
      case .discard: true
      }
    }
    return HTML(
      actions.map { action in
        ActionForm(
          section: .queue, action: action.path, fields: [.init("id", "\(job.id)")], label: "\(action.title)",
          style: action.style,
          confirmation: action.style == .danger ? .sentence("\(action.title) job \(job.id)?") : .none, view: view
        ).html
      })
  }
}
