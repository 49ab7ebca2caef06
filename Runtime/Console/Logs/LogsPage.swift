package import Edge
import Host

/// The lines of the log that the hosts have in memory.
package struct LogsPage: Page {
  private let sources: ConsoleSources

  package init(_ sources: ConsoleSources) { self.sources = sources }

  package var section: Section { .logs }

  package func content(of view: PageView) async throws -> PageContent {
    switch view.path.count {
    case 0:
      let answers = await sources.hosts.ask(.logs(LogList.selection(of: view)))
      return PageContent(
        title: "Logs", regions: LogList(answers: answers.chosen(by: view.filter), view: view).regions())
    case 1:
      guard let sequence = UInt64(view.path[0]) else { throw PageError.notFound }
      let place = RecordPlace(host: view.query["host"] ?? sources.host.name, sequence: sequence)
      let answers = await sources.hosts.ask(.line(place))
      return PageContent(title: "Log line", regions: LogDetail(answers: answers, view: view).regions())
    default: throw PageError.notFound
    }
  }

  package func download(_ view: PageView) -> Response? {
    LogDownload.response(ring: sources.ring, filter: view.filter, now: view.now)
  }
}
