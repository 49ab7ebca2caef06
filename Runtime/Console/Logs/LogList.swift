import Host
import Logging

/// The list of log lines.
struct LogList {
  /// The most rows of a page.
  static let limit = 200

  let answers: HostAnswers
  let view: PageView

  func regions() -> [Region] {
    let filter = LogFilter(view.filter, now: view.now)
    let list = MergedList(answers.values(\.logs), isAlone: answers.isAlone, limit: Self.limit)
    let isWrapped = view.query["wrap"] == "1"
    let bar = FilterBar(
      section: .logs, filter: view.filter, placeholder: "level:warning function:like id: since:1h host: text",
      hints: ["level:warning", "level:error", "since:15m"], keeping: isWrapped ? [Form.Field("wrap", "1")] : [])
    let table = LogTable(view: view, isOfOneCall: false, isOfOneHost: answers.isAlone, empty: empty).html(list.items)
    return [
      Region("hosts-note", HostsNote(answers).html),
      Region("filter", "\(bar.html)\(FilterProblem.note(filter.problems))\(tools(isWrapped: isWrapped))"),
      Region("list", "<div\(if: isWrapped, " class=\"wrapped\"")>\(table)</div>"),
      Region("pager", Pager(before: list.end?.text, view: view).html),
    ]
  }

  /// The selection for which the list asks each host.
  static func selection(of view: PageView) -> ListSelection {
    ListSelection(filter: view.filter.text, before: view.query["before"].flatMap { ListBounds($0) }, limit: limit)
  }

  /// The switch of line wrapping, the download, and the command with the same lines.
  private func tools(isWrapped: Bool) -> HTML {
    let wrap = view.query.replacing(["wrap": isWrapped ? nil : "1"]).link
    let download = "\(Section.logs.path)/download\(Form([Form.Field("q", view.filter.text)]).link)"
    return """
      <div class="actions"><a class="button" href="\(wrap)">\(isWrapped ? "Do not wrap" : "Wrap lines")</a> \
      <a class="button" href="\(download)" download="log.ndjson">Download \(if: !answers.isAlone, "the lines of this host ")as NDJSON</a></div>\
      <details class="command"><summary>The same in a terminal</summary>\(Code(LogCommand.line(for: view.filter)).html)</details>
      """
  }

  private var empty: HTML {
    guard view.filter.terms.isEmpty, view.query["before"] == nil else {
      return "<p>No line in memory matches the filter.</p><p><a href=\"\(Section.logs.path)\">Show all lines</a></p>"
    }
    return """
      <p>The lines of the host, of functions and of workers appear here. A function writes one with \
      <code>context.logger.info("…")</code>; calls themselves are listed under <a href="\(Section.invocations.path)">Invocations</a>.</p>
      """
  }
}
