package import CoreMetrics
import FoundationEssentials
package import HTTPCalls
package import Host
package import Logging
import ServiceLifecycle

/// The service that exports the host's traces, metrics and log lines by OTLP.
///
/// It reads the ring, so an export adds no work to a call. Items that the collector does not take in time are dropped.
/// The service stands before the host in the order of services, so it stops after the host, within ``stopTime``.
package struct TelemetryExport: Service {
  /// The time from the end of the host to the end of the export.
  package static let stopTime = Duration.milliseconds(900)
  /// The time between two readings of the ring, so that a busy host is not woken for each record.
  private static let readingInterval = Duration.milliseconds(100)
  /// The most records of a reading. Older ones are counted as missed.
  private static let mostRecords = 8192

  private let configuration: TelemetryConfiguration
  private let exporters: [TelemetrySignal: SignalExporter]
  private let tail: EventTail
  private let host: FunctionHost
  private let database: String
  private let http: HTTPClient
  private let logger: Logger

  /// Follows the ring from now on. Nil if nothing is exported.
  ///
  /// - Parameters:
  ///   - database: the name of the database's system in the semantic conventions: `sqlite` or `postgresql`.
  ///   - http: a client for this service alone, which shuts it down.
  ///   - factory: of the counters of sent and dropped items.
  ///   - version: that of the program or its application.
  package init?(
    _ configuration: TelemetryConfiguration, ring: EventRing, host: FunctionHost, database: String,
    http: HTTPClient, factory: any MetricsFactory, version: String, logger: Logger
  ) {
    guard !configuration.destinations.isEmpty else { return nil }
    self.configuration = configuration
    self.host = host
    self.database = database
    self.http = http
    self.logger = logger
    let envelope = ExportEnvelope(
      attributes: TelemetryResource.attributes(configuration, version: version, instance: UUID()), version: version)
    exporters = Dictionary(
      uniqueKeysWithValues: configuration.destinations.map { signal, destination in
        let exporter = SignalExporter(
          signal, rules: configuration.rules(signal, destination),
          client: CollectorClient(destination: destination, envelope: envelope, http: http),
          meter: ExportMeter(signal, factory: factory), logger: logger)
        return (signal, exporter)
      })
    tail = ring.tail(bufferSize: Self.mostRecords)
  }

  /// Exports until graceful shutdown, then the items that are left.
  package func run() async throws {
    let addresses = configuration.destinations.map { ("\($0.rawValue)", Logger.MetadataValue.string($1.shown)) }
    logger.info("Exporting telemetry", metadata: Dictionary(uniqueKeysWithValues: addresses))
    await withTaskGroup(of: Void.self) { tasks in
      tasks.addTask { await sendAll() }
      tasks.addTask {
        await follow()
        // The senders normally end earlier; this is the limit.
        try? await Task.sleep(for: Self.stopTime, tolerance: .zero)
      }
      _ = await tasks.next()
      tasks.cancelAll()
    }
    await http.shutdown()
  }

  private func sendAll() async {
    await withTaskGroup(of: Void.self) { senders in
      for exporter in exporters.values { senders.addTask { await exporter.run() } }
    }
  }

  /// Reads the ring and the metrics until the host has stopped, and tells the senders to end.
  private func follow() async {
    var iterator = tail.makeAsyncIterator()
    var follower = RingFollower(
      configuration.sampler, database: database, signals: Set(configuration.destinations.keys))
    await withTaskGroup(of: Void.self) { tasks in
      tasks.addTask { await cancelWhenGracefulShutdown { await readMetrics() } }
      (iterator, follower) = await cancelWhenGracefulShutdown { [iterator, follower] in
        await readRing(iterator, follower)
      }
      tasks.cancelAll()
    }
    if let batch = iterator.take() { add(follower.take(batch.events), missed: batch.missed) }
    exporters[.traces]?.add(follower.finish())
    addMetrics()
    for exporter in exporters.values { exporter.stop(by: .now + Self.stopTime) }
  }

  /// Reads the ring until the task is cancelled.
  private func readRing(
    _ start: EventTail.Iterator, _ beginning: RingFollower
  ) async -> (EventTail.Iterator, RingFollower) {
    var (iterator, follower) = (start, beginning)
    // Metrics are not in the ring.
    let isReading = exporters[.traces] != nil || exporters[.logs] != nil
    while isReading, !Task.isCancelled {
      let limit = follower.isWaiting ? Duration.seconds(60) : .seconds(3600)
      guard let batch = await iterator.next(upTo: limit) else { break }
      add(follower.take(batch.events), missed: batch.missed)
      exporters[.traces]?.add(follower.timePassed(Date()))
      try? await Task.sleep(for: Self.readingInterval)
    }
    // The ring ends when the host begins to stop. This service is asked to stop only after the host has stopped.
    try? await gracefulShutdown()
    return (iterator, follower)
  }

  private func readMetrics() async {
    guard exporters[.metrics] != nil else { return }
    while (try? await Task.sleep(for: configuration.metricInterval)) != nil { addMetrics() }
  }

  private func addMetrics() {
    guard let exporter = exporters[.metrics] else { return }
    exporter.add([MetricMessage.item(host.currentMetrics, since: host.metricsStarted, at: Date())])
  }

  private func add(_ items: RingFollower.Items, missed: Int) {
    exporters[.traces]?.add(items.traces)
    exporters[.logs]?.add(items.logs)
    // The kinds of the missed records are not known, so one exporter counts them all.
    (exporters[.traces] ?? exporters[.logs])?.missed(missed)
  }
}
