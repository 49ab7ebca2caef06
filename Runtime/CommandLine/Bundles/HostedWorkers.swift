import Edge
import ServiceLifecycle
import Workers

/// The workers of a host, as its bundles use them: `WorkerSystem`, and a replacement in tests.
protocol HostedWorkers: AnyObject, BundleWorkers, Service {
  /// The functions behind `swiftlet workers`.
  var controls: [any Endpoint] { get }
  /// The reasons why workers answer no calls, for `ready`.
  var problems: [String] { get }
  /// The settings of workers that are started from now on.
  var configuration: WorkersConfiguration { get set }

  /// Sets the services of calls that no request or job makes.
  func use(_ services: Services)

  /// Inserts the rows that a first call of a bundle needs.
  func seed(_ version: BundleVersion, on day: CalendarDay) async throws

  /// Ends all workers and waits until nothing of them is left.
  func stop() async
}
