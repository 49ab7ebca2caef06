import Channel
import Edge

/// The parts of a bundle by the names that a host calls them by.
struct BundleParts: Sendable {
  private let functions: [String: any Endpoint]
  private let procedures: [String: any Endpoint]
  private let routes: [any Endpoint]
  private let jobs: [String: Job]
  let seed: (@Sendable (Context<ServiceAccess>, CalendarDay) async throws -> Void)?

  /// The parts of a bundle. Of two with one name the first counts; the host refuses such a bundle.
  init(_ bundle: Bundle) {
    functions = Dictionary(bundle.functions.map { ($0.name, $0) }) { first, _ in first }
    procedures = Dictionary(bundle.procedures.map { ($0.name, $0) }) { first, _ in first }
    routes = bundle.routes.map(\.endpoint)
    jobs = Dictionary(bundle.jobs.map { ($0.name, $0) }) { first, _ in first }
    seed = bundle.seed
  }

  /// The endpoint of a target; nil for a seed, and for a part that the bundle does not have.
  func endpoint(of target: CallTarget) -> (any Endpoint)? {
    switch target {
    case .function(let name): return functions[name]
    case .procedure(let name): return procedures[name]
    case .route(let place): return routes.indices.contains(place) ? routes[place] : nil
    case .queueKey(let name): return functions[name] ?? jobs[name]?.endpoint ?? procedures[name]
    case .job(let name, let olderThan, let days):
      guard var job = jobs[name] else { return nil }
      if let olderThan { job.olderThan = olderThan }
      if let days { job.days = days }
      return job.endpoint
    case .seed: return nil
    }
  }

  /// The name of a target for logs and for the secrets of the call; a route's is that of its function.
  func name(of target: CallTarget) -> String {
    switch target {
    case .function(let name), .procedure(let name), .queueKey(let name), .job(let name, _, _): name
    case .route: endpoint(of: target)?.name ?? "route"
    case .seed: "seed"
    }
  }
}
