import Edge
import FoundationEssentials
import Host
import Jobs
import Workers

/// Reads the data of the overview from the host's controls. Answers that cost a statement or a file are shared by all
/// viewers for seconds.
final class PictureReader: Sendable {
  private let controls: any Controls
  private let migrations = SharedAnswer<Int?>(for: .seconds(15))
  private let hosts = SharedAnswer<[JobHost]?>(for: .seconds(2))
  private let bundles = SharedAnswer<[BundleStanding]>(for: .seconds(2))

  init(_ controls: any Controls) { self.controls = controls }

  /// The picture as it is now. A control that fails leaves its part empty, so that the page shows the others.
  ///
  /// - Parameters:
  ///   - workers: the workers of all hosts.
  ///   - push: the connections to Apple of all hosts.
  func picture(workers: HostAnswers, push: HostAnswers) async -> HostPicture {
    var picture = HostPicture()
    struct Operations: Decodable { let host: HostHealth }
    picture.health = await call("operations", as: Operations.self)?.host
    picture.queue = await call("jobs_counts", as: QueueCounts.self)
    picture.depth = await call("jobs_depths", as: QueueDepths.self)
    picture.workers = workers.workerReport
    picture.push = push.pushOverview
    picture.pendingMigrations = await migrations.get { [self] in
      await call("migrations", as: [MigrationLine].self)?.count { $0.state == .pending }
    }
    picture.hosts = await hosts.get { [self] in await call("jobs_hosts", as: [JobHost].self) }
    picture.bundles = await bundles.get { [self] in await call("bundles", as: [BundleStanding].self) ?? [] }
    return picture
  }

  private func call<Answer: Decodable>(_ name: String, as type: Answer.Type) async -> Answer? {
    try? await controls.call(name)
  }
}
