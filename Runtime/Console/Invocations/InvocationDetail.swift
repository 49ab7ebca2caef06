import FoundationEssentials
import Host
import Jobs
import Wire

/// One invocation: its facts, where its time went, its log lines and its jobs.
struct InvocationDetail {
  /// The answers of the hosts about the invocation: one of them ran it.
  let answers: HostAnswers
  /// The answers of the hosts about its trace; nil if no host has the call.
  let trace: HostAnswers?
  let view: PageView
  let id: UUID

  /// The id of its trace; nil if no host has the call.
  static func trace(in answers: HostAnswers) -> String? {
    answers.values { $0.invocation?.record?.trace }.first?.value
  }

  func regions(jobs: JobsOfRuns.Answer) -> [Region] {
    let found = answers.values { $0.invocation?.record }.first
    let record = found?.value
    return [
      Region("hosts-note", HostsNote(answers).html),
      Region("head", head(record, on: found.map(HostColumn.name))),
      Region("time", record.map { time($0.timing) } ?? .empty),
      Region("steps", record.map { StepsPanel(record: $0).html } ?? .empty),
      Region("trace", record.flatMap { record in trace.map { TracePanel(of: record, among: $0).html } } ?? .empty),
      Region("lines", lines(answers.items { $0.invocation?.lines })),
      Region("jobs", self.jobs(jobs)),
    ]
  }

  // MARK: Facts

  private func head(_ record: InvocationRecord?, on host: HTML?) -> HTML {
    guard let record else {
      return Panel(
        title: "Invocation \(id.lowercased)",
        content: """
          <p>No host has a record of this call: it runs still, it was answered by a host that is gone, or it is older than what is kept in memory. \
          Log lines and jobs that are still known stand below.</p>
          """
      ).html
    }
    var facts: [(HTML, HTML)] = [
      ("Status", InvocationWords.status(record)),
      ("Function", link(filter: "function", record.function, InvocationWords.function(record))),
      ("Call", InvocationWords.target(record)),
      ("Trigger", "\(record.trigger.rawValue)"),
      ("Ended", Instant(record.time, now: view.now).html),
      ("Duration", "\(InvocationWords.duration(record.microseconds))"),
      ("CPU", record.timing.cpu.map { "\(InvocationWords.duration($0))" } ?? "not measured"),
      (
        "Caller",
        record.user.map { link(filter: "caller", $0.lowercased, InvocationWords.caller(record)) }
          ?? InvocationWords.caller(record)
      ),
      ("Client", "\(record.client ?? "–")"),
      ("Worker", record.worker.map { "\($0)" } ?? "in the host's process"),
      ("Version", "\(record.version ?? "the host's")"),
      ("Request id", "<code>\(record.id.lowercased)</code>"),
      ("Trace", record.trace.map { link(filter: "trace", $0, "<code>\($0)</code>") } ?? "–"),
    ]
    if !answers.isAlone { facts.append(("Host", host ?? "–")) }
    if let job = record.job {
      facts.append(
        (
          "Job",
          "<a href=\"\(Section.queue.path("\(job)"))\">job \(job)</a>\(record.attempt.map { ", try \($0)" as HTML })"
        ))
    }
    let error = record.error.map { Code($0).html }
    return Panel(title: "Invocation \(InvocationWords.short(id))", content: "\(Facts(facts).html)\(error)").html
  }

  private func link(filter name: String, _ value: String, _ text: HTML) -> HTML {
    value.isEmpty ? text : "<a href=\"\(Section.invocations.path(filter: "\(name):\(value)"))\">\(text)</a>"
  }

  // MARK: Time

  private func time(_ timing: InvocationTiming) -> HTML {
    let parts = TimePart.parts(of: timing)
    let total = max(1, timing.total)
    let rows = parts.map { part -> DataTable.Row in
      let fraction = part.microseconds.map { Double($0) / Double(total) }
      return DataTable.Row(
        key: part.name,
        cells: [
          part.isWithinHandler ? "&nbsp;&nbsp;of which: \(part.name)" : "\(part.name)",
          part.microseconds.map { microseconds in
            Meter(
              fraction: fraction ?? 0, text: InvocationWords.duration(microseconds),
              kind: part.isWithinHandler ? .idle : .busy
            ).html
          } ?? "not measured", fraction.map { "\(Quantities.percent($0))" } ?? "–",
        ])
    }
    let table = DataTable(
      columns: [.init("Part"), .init("Time"), .init("Share", .end)], rows: rows, empty: .empty,
      label: "Where the time went")
    return Panel(
      title: "Where its time went: \(InvocationWords.duration(timing.total))", content: table.html
    ).html
  }

  // MARK: Lines and jobs

  private func lines(_ records: [HostValue<LogRecord>]) -> HTML {
    let filter = "id:\(id.lowercased)"
    let table = LogTable(
      view: view, isOfOneCall: true, isOfOneHost: true,
      empty: "<p>The call wrote no log line that is still in memory.</p>")
    return Panel(
      title: "Log lines", actions: "<a class=\"button\" href=\"\(Section.logs.path(filter: filter))\">Open in Logs</a>",
      content: table.html(records)
    ).html
  }

  private func jobs(_ answer: JobsOfRuns.Answer) -> HTML {
    let content: HTML
    switch answer {
    case .failed(let reason): content = "<p>The queue could not be asked: \(reason)</p>"
    case .jobs(let jobs):
      content =
        DataTable(
          columns: [.init("Job"), .init("Function"), .init("State")],
          rows: jobs.map { job in
            DataTable.Row(
              key: "\(job.id)", link: Section.queue.path("\(job.id)"),
              cells: ["\(job.id)", "\(job.name)", JobBadge.html(state: job.state)])
          }, empty: "<p>The call enqueued no job that the queue or its history still has.</p>", label: "Jobs"
        ).html
    }
    return Panel(title: "Jobs that it enqueued", content: content).html
  }
}
