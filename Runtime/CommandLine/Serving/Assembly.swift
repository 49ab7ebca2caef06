import Auth
import Console
import Edge
import Host
import Jobs
import Logging
import ServiceLifecycle

/// A host and its job system on one database, not yet running.
struct Assembly: Sendable {
  let host: FunctionHost
  let jobs: JobSystem
  let seedBundles: @Sendable (CalendarDay) async -> BundleCommand.Seeded
  /// The gateway's client.
  let forwarding: HTTPClient
  /// The clients of the host's own services.
  let clients: HostClients
  /// The service that carries hints of changed rows to other hosts.
  let changes: ChangeBridge
  /// The service that learns of sign-outs on other hosts; nil if there are none to learn of.
  let sessions: SessionWatch?
  /// The console; nil if it is off.
  let console: Console?

  /// Asks the other hosts for what the console shows; nil on a database of one host.
  let peers: Peers?

  /// One service of all parts: the host, the job runner, the scheduler, the hints of changes, the signal bridge, the
  /// console's updates and its questions to other hosts, the watch of sign-outs, and the leases of rate limits.
  func service(logger: Logger) -> ConcurrentServices {
    var services: [any Service] = [
      host, WhileListening(host: host, service: runner()), WhileListening(host: host, service: jobs.scheduler()),
    ]
    services.append(WhileListening(host: host, service: changes))
    if let bridge = jobs.bridge() { services.append(WhileListening(host: host, service: bridge)) }
    if let console { services.append(WhileListening(host: host, service: console.live)) }
    if let peers { services.append(WhileListening(host: host, service: peers)) }
    if let sessions { services.append(WhileListening(host: host, service: sessions)) }
    if let leases = host.leases { services.append(WhileListening(host: host, service: leases)) }
    return ConcurrentServices(services, logger: logger)
  }

  /// A runner of the queue's jobs.
  ///
  /// - Parameter id: the one job to run; nil for all.
  func runner(only id: Int64? = nil) -> JobRunner {
    jobs.runner(only: id) { [host] job in try await host.run(job) }
  }
}
