import Host

/// One line of the log with all of its fields.
struct LogDetail {
  /// The answers of the hosts about the line: one of them wrote it.
  let answers: HostAnswers
  let view: PageView

  func regions() -> [Region] {
    guard let found = answers.values(\.line).first else {
      return [
        Region("hosts-note", HostsNote(answers).html),
        Region(
          "line",
          Panel(
            title: "Log line",
            content: "<p>This line is not in memory any more: the host keeps the newest ones only.</p>"
          ).html),
      ]
    }
    let record = found.value
    var facts: [(HTML, HTML)] = [
      ("Time", Instant(record.time, now: view.now).html),
      ("Level", LogTable.level(record.level)),
      (
        "Function",
        record.function.map { function in
          "<a href=\"\(Section.logs.path(filter: "function:\(function)"))\">\(function)</a>"
        } ?? "the host"
      ),
      ("Call", LogTable.call(record)),
    ]
    if !answers.isAlone { facts.append(("Host", HostColumn.name(of: found))) }
    facts += record.fields.map { ("\($0.name)", "<span class=\"value\">\($0.value)</span>") }
    return [
      Region("line", Panel(title: "Log line", content: "\(Code(record.message).html)\(Facts(facts).html)").html),
      Region("json", Panel(title: "As JSON", content: Code(LogJSON.line(record)).html).html),
    ]
  }
}
