import FoundationEssentials
import Wire

/// The calls of functions and the runs of jobs that the hosts have in memory.
package struct InvocationsPage: Page {
  private let sources: ConsoleSources
  private let jobs: JobsOfRuns

  package init(_ sources: ConsoleSources) {
    self.sources = sources
    jobs = JobsOfRuns(sources.controls)
  }

  package var section: Section { .invocations }

  package func content(of view: PageView) async throws -> PageContent {
    switch view.path.count {
    case 0:
      let answers = await sources.hosts.ask(.invocations(InvocationList.selection(of: view)))
      let list = InvocationList(answers: answers.chosen(by: view.filter), view: view, url: sources.host.url())
      return PageContent(title: "Invocations", regions: list.regions())
    case 1:
      guard let id = UUID(wire: view.path[0]) else { throw PageError.notFound }
      let answers = await sources.hosts.ask(.invocation(id))
      var trace: HostAnswers?
      if let id = InvocationDetail.trace(in: answers) {
        trace = await sources.hosts.ask(.invocations(TracePanel.selection(of: id)))
      }
      let detail = InvocationDetail(answers: answers, trace: trace, view: view, id: id)
      return PageContent(
        title: "Invocation \(id.lowercased)", regions: detail.regions(jobs: await jobs.jobs(of: id)))
    default: throw PageError.notFound
    }
  }
}
