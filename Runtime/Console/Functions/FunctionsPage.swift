import FoundationEssentials
import Host
import Workers

/// The page of functions: the list, each function's detail, and the form that calls it.
struct FunctionsPage: Page {
  let section = Section.functions
  let sources: ConsoleSources
  let results = InvokeResults()

  init(_ sources: ConsoleSources) { self.sources = sources }

  func content(of view: PageView) async throws -> PageContent {
    switch view.path.count {
    case 0: return try await list(view)
    case 1: return try await detail(view.path[0], view)
    case 2 where view.path[1] == "invoke": return try invokeForm(view.path[0], view)
    default: throw PageError.notFound
    }
  }

  private func list(_ view: PageView) async throws -> PageContent {
    let answers = await sources.hosts.ask([.figures(function: nil), .workers]).map { $0.chosen(by: view.filter) }
    let rows = FunctionRow.all(
      sources.functions.functions, answers[0].statistics(now: view.now), answers[1].workerReport,
      deployments: await deployments(), rate: answers[0].rate(of: sources.host, now: view.now))
    let bar = FilterBar(
      section: .functions, filter: view.filter,
      placeholder: "Filter by name, route, access:, policy:, bundle:, state:, host:",
      hints: ["state:failing", "access:user", "policy:inline"],
      keeping: view.query["sort"].map { [Form.Field("sort", $0)] } ?? [])
    return PageContent(
      title: "Functions",
      regions: [
        Region("hosts-note", HostsNote(answers).html),
        Region("functions-filter", bar.html),
        Region("functions-list", FunctionList(rows, view, program: sources.functions.program).html),
      ])
  }

  /// The versions of bundles, the served ones first; empty on a host without bundles.
  func standings() async -> [BundleStanding] { (try? await sources.controls.call("bundles")) ?? [] }

  /// The instants at which the served versions were deployed, by bundle.
  private func deployments() async -> [String: Date] {
    let served = await standings().filter { $0.state == .serving }.compactMap { standing in
      standing.deployedAt.map { (standing.bundle, $0) }
    }
    return Dictionary(served) { first, _ in first }
  }
}
