package import CoreMetrics
import Synchronization

/// The metrics of a host's workers.
package final class WorkerMetrics: Sendable {
  struct Figures: Sendable {
    let up: Int
    let waiting: Int
    /// A number that grows with each reading, since two threads may record theirs in another order.
    let reading: UInt64
  }

  private struct Series: Sendable {
    let up: Gauge
    let waiting: Gauge
    let starts: Counter
    let boot: CoreMetrics.Timer
    var deaths: [String: Counter] = [:]
    /// The latest figures of the groups of this name: those of several versions, or settings, may have workers.
    var groups: [ObjectIdentifier: Figures] = [:]
  }

  private let factory: any MetricsFactory
  private let series = Mutex<[String: Series]>([:])

  package init(factory: any MetricsFactory) { self.factory = factory }

  func started(_ setup: GroupSetup) { of(setup).starts.increment() }

  /// - Parameter nanoseconds: the time from the start to the first frame.
  func booted(_ setup: GroupSetup, nanoseconds: Int64) { of(setup).boot.recordNanoseconds(nanoseconds) }

  /// Records the workers and the waiting calls of a group. The gauges show the sum of the groups of its name.
  func record(_ figures: Figures, _ group: ObjectIdentifier, _ setup: GroupSetup) {
    _ = of(setup)
    series.withLock { all in
      guard var own = all[Self.key(setup)], own.groups[group].map({ $0.reading < figures.reading }) ?? true else {
        return
      }
      own.groups[group] = figures
      all[Self.key(setup)] = own
      own.up.record(own.groups.values.reduce(0) { $0 + $1.up })
      own.waiting.record(own.groups.values.reduce(0) { $0 + $1.waiting })
    }
  }

  /// Removes the figures of a group that has ended for good.
  func forget(_ group: ObjectIdentifier, _ setup: GroupSetup) {
    series.withLock { _ = $0[Self.key(setup)]?.groups.removeValue(forKey: group) }
  }

  func ended(_ setup: GroupSetup, _ reason: String) {
    _ = of(setup)
    let counter = series.withLock { all -> Counter in
      let key = Self.key(setup)
      if let counter = all[key]?.deaths[reason] { return counter }
      let counter = Counter(
        label: "swiftlet_worker_ends_total", dimensions: Self.dimensions(setup) + [("reason", reason)], factory: factory
      )
      all[key]?.deaths[reason] = counter
      return counter
    }
    counter.increment()
  }

  private func of(_ setup: GroupSetup) -> Series {
    series.withLock { all in
      let key = Self.key(setup)
      if let known = all[key] { return known }
      let dimensions = Self.dimensions(setup)
      let made = Series(
        up: Gauge(label: "swiftlet_workers", dimensions: dimensions, factory: factory),
        waiting: Gauge(label: "swiftlet_worker_calls_waiting", dimensions: dimensions, factory: factory),
        starts: Counter(label: "swiftlet_worker_starts_total", dimensions: dimensions, factory: factory),
        boot: CoreMetrics.Timer(
          label: "swiftlet_worker_boot_duration_seconds", dimensions: dimensions, factory: factory))
      all[key] = made
      return made
    }
  }

  private static func key(_ setup: GroupSetup) -> String { "\(setup.version.bundle)/\(setup.name)" }

  private static func dimensions(_ setup: GroupSetup) -> [(String, String)] {
    [("bundle", setup.version.bundle), ("group", setup.name)]
  }
}
