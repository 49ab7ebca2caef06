import Telemetry

extension LoadedConfiguration {
  /// Reads the variables of OpenTelemetry. Without an endpoint nothing is exported, and the others are not read.
  ///
  /// - Throws: ``Failure`` for a value that is not supported.
  mutating func readTelemetry(_ reader: SettingsReader) throws(Failure) {
    let faults = reader.faults.all.count
    let address = try reader.readIfSet(Settings.collector.endpoint, shown: "(none: telemetry is not exported)")
    var addresses: [TelemetrySignal: String] = [:]
    for signal in TelemetrySignal.allCases {
      let shown = address.map { "\($0)/\(signal.path)" } ?? "(none)"
      addresses[signal] =
        try reader.readIfSet(Settings.collector(signal).endpoint, shown: shown)
        ?? address.map { "\($0)/\(signal.path)" }
    }
    guard !addresses.isEmpty || reader.faults.all.count > faults else { return }
    let isDisabled = try reader.read(Settings.telemetryDisabled, default: false)
    telemetry.serviceName = try reader.readIfSet(Settings.serviceName, shown: "swiftlet")
    telemetry.attributes = try reader.read(Settings.resourceAttributes, default: [])
    try readSampler(reader)
    try readBatches(reader, Settings.spans, into: &telemetry.traces)
    try readBatches(reader, Settings.lines, into: &telemetry.logs)
    telemetry.metricInterval = .milliseconds(try reader.read(Settings.metricInterval, default: 60_000))
    let shared = try destination(Settings.collector, url: "", reader, or: nil)
    for signal in TelemetrySignal.allCases {
      let exporter = try reader.read(Settings.exporter(signal), default: .otlp)
      guard let url = addresses[signal] else { continue }
      let collector = try destination(Settings.collector(signal), url: url, reader, or: shared)
      if !isDisabled, exporter == .otlp { telemetry.destinations[signal] = collector }
    }
  }

  private mutating func readSampler(_ reader: SettingsReader) throws(Failure) {
    let name = try reader.read(Settings.tracesSampler, default: .parentAlwaysOn)
    let ratio = try reader.readIfSet(Settings.samplerArgument, shown: "1.0")
    telemetry.sampler = name.sampler(ratio: ratio ?? 1)
    if ratio != nil, !name.takesRatio {
      warnings.append("OTEL_TRACES_SAMPLER_ARG has no effect with OTEL_TRACES_SAMPLER=\(name.rawValue).")
    }
  }

  private func readBatches(
    _ reader: SettingsReader, _ settings: Settings.BatchSettings, into rules: inout ExportRules
  ) throws(Failure) {
    try reader.read(settings.queueSize, into: &rules.queueSize)
    rules.batchSize = try reader.readIfSet(settings.batchSize, shown: "512") ?? min(512, rules.queueSize)
    rules.delay = .milliseconds(try reader.read(settings.delay, default: rules.delay.wholeMilliseconds))
    let (queue, batch) = (rules.queueSize, rules.batchSize)
    try reader.faults.attempt { () throws(Failure) in
      guard batch > queue else { return }
      throw Failure(
        .configuration,
        "\(reader.origin(of: settings.batchSize) ?? settings.batchSize.key) is \(batch): more than \(queue)",
        hint: "a batch is at most as large as the queue, \(settings.queueSize.variables.first ?? "")")
    }
  }

  /// The collector of a signal.
  ///
  /// - Parameter shared: the values that hold for all signals; nil to read these.
  private func destination(
    _ settings: Settings.CollectorSettings, url: String, _ reader: SettingsReader, or shared: CollectorDestination?
  ) throws(Failure) -> CollectorDestination {
    var destination = CollectorDestination(url: url)
    let general = "(that of all signals)"
    let headers = try reader.readIfSet(settings.headers, shown: shared == nil ? "(none)" : general)
    destination.headers = headers ?? shared?.headers ?? []
    if let timeout = try reader.readIfSet(settings.timeout, shown: shared == nil ? "10000" : general) {
      // Zero means no limit. A day stands for it.
      destination.timeout = timeout == 0 ? .seconds(86_400) : .milliseconds(timeout)
    } else if let shared {
      destination.timeout = shared.timeout
    }
    _ = try reader.readIfSet(settings.transport, shown: shared == nil ? "http/protobuf" : general)
    _ = try reader.readIfSet(settings.compression, shown: shared == nil ? "none" : general)
    _ = try reader.readIfSet(settings.clientCertificate, shown: "(none)")
    _ = try reader.readIfSet(settings.clientKey, shown: "(none)")
    let certificate = try reader.readIfSet(
      settings.certificate, shown: shared == nil ? "(the system's certificates)" : general)
    try reader.faults.attempt { () throws(Failure) in
      guard let certificate else { return }
      try CertificateFile.check(
        certificate, named: reader.origin(of: settings.certificate) ?? settings.certificate.key,
        hint: "give the file of the collector's authority, or leave it out for the system's certificates")
    }
    destination.certificate = certificate ?? shared?.certificate
    return destination
  }
}

extension Duration {
  fileprivate var wholeMilliseconds: Int { Int(self / .milliseconds(1)) }
}
