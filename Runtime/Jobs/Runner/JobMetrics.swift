import CoreMetrics
import Edge
import FoundationEssentials
import Synchronization

/// The job metrics of a host.
final class JobMetrics: Sendable {
  private struct Series: Sendable {
    var byOutcome: [RunOutcome: Counter] = [:]
    let duration: CoreMetrics.Timer
  }

  private let factory: any MetricsFactory
  private let running: Gauge
  private let depth: [(state: JobState, gauge: Gauge)]
  private let oldest: Gauge
  private let series = Mutex<[String: Series]>([:])
  let depths = DepthHistory()

  init(factory: any MetricsFactory) {
    self.factory = factory
    running = Gauge(label: "swiftlet_jobs_running", dimensions: [], factory: factory)
    depth = [.available, .scheduled, .dead].map { state in
      (state, Gauge(label: "swiftlet_queue_depth", dimensions: [("state", state.rawValue)], factory: factory))
    }
    oldest = Gauge(label: "swiftlet_queue_oldest_seconds", dimensions: [], factory: factory)
  }

  func record(_ depth: QueueDepth, at now: Date) {
    depths.add(waiting: depth.counts[.available] ?? 0, at: now)
    for (state, gauge) in self.depth { gauge.record(depth.counts[state] ?? 0) }
    oldest.record(max(0, depth.oldest.map { now.timeIntervalSince($0) } ?? 0))
  }

  func isRunning(_ count: Int) { running.record(count) }

  func ended(_ name: String, _ outcome: RunOutcome, milliseconds: Double) {
    let (counter, duration) = series.withLock { series -> (Counter, CoreMetrics.Timer) in
      var own =
        series[name]
        ?? Series(
          duration: Timer(
            label: "swiftlet_job_run_duration_seconds", dimensions: [("job", name)], factory: factory))
      let counter =
        own.byOutcome[outcome]
        ?? Counter(
          label: "swiftlet_job_runs_total", dimensions: [("job", name), ("outcome", outcome.rawValue)],
          factory: factory)
      own.byOutcome[outcome] = counter
      series[name] = own
      return (counter, own.duration)
    }
    counter.increment()
    duration.recordNanoseconds(Int64(milliseconds * 1e6))
  }
}
