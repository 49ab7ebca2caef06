import Telemetry

extension Settings {
  static let telemetryDisabled = otel("sdk_disabled", .anyCaseFlag)
  static let serviceName = otel("service_name", .text)
  static let resourceAttributes = otel("resource_attributes", .resourceAttributes)
  static let tracesSampler: Setting<SamplerName> = otel("traces_sampler", .word)
  static let samplerArgument = otel("traces_sampler_arg", .ratio)
  static let metricInterval = otel("metric_export_interval", .integer(1...2_147_483_647))
  static let spans = BatchSettings("bsp")
  static let lines = BatchSettings("blrp")
  /// The settings of all signals.
  static let collector = CollectorSettings(nil)

  /// What holds for one signal, in place of ``collector``.
  static func collector(_ signal: TelemetrySignal) -> CollectorSettings { CollectorSettings(signal) }

  /// Whether a signal is exported: `OTEL_TRACES_EXPORTER`.
  static func exporter(_ signal: TelemetrySignal) -> Setting<ExporterName> {
    otel("\(signal.rawValue)_exporter", .word)
  }

  /// All of OpenTelemetry's. They are in the environment and in `.env` alone.
  static let telemetry: [any AnySetting] =
    [
      telemetryDisabled, serviceName, resourceAttributes, tracesSampler, samplerArgument, metricInterval,
    ] + spans.all + lines.all + collector.all
    + TelemetrySignal.allCases.flatMap { signal -> [any AnySetting] in [exporter(signal)] + collector(signal).all }

  /// The limits of the batches of one signal: `OTEL_BSP_…`, `OTEL_BLRP_…`.
  struct BatchSettings: Sendable {
    let queueSize: Setting<Int>
    let batchSize: Setting<Int>
    /// In milliseconds.
    let delay: Setting<Int>

    init(_ prefix: String) {
      queueSize = otel("\(prefix)_max_queue_size", .integer(1...1_000_000))
      batchSize = otel("\(prefix)_max_export_batch_size", .integer(1...1_000_000))
      delay = otel("\(prefix)_schedule_delay", .integer(0...2_147_483_647))
    }

    var all: [any AnySetting] { [queueSize, batchSize, delay] }
  }

  /// The collector of one signal, or of all: `OTEL_EXPORTER_OTLP_…`, `OTEL_EXPORTER_OTLP_TRACES_…`.
  struct CollectorSettings: Sendable {
    let endpoint: Setting<String>
    let headers: Setting<[KeyValueList.Pair]>
    /// In milliseconds.
    let timeout: Setting<Int>
    let transport: Setting<String>
    let compression: Setting<String>
    let certificate: Setting<String>
    let clientCertificate: Setting<String>
    let clientKey: Setting<String>

    init(_ signal: TelemetrySignal?) {
      let prefix = "exporter_otlp_" + (signal.map { "\($0.rawValue)_" } ?? "")
      endpoint = otel("\(prefix)endpoint", .collectorURL(isWhole: signal != nil))
      headers = otel("\(prefix)headers", .collectorHeaders, isSecret: true)
      timeout = otel("\(prefix)timeout", .integer(0...2_147_483_647))
      transport = otel(
        "\(prefix)protocol",
        .only("http/protobuf", else: "OTLP over gRPC and JSON are not supported: use port 4318 of the collector"))
      compression = otel(
        "\(prefix)compression", .only("none", else: "requests are sent without compression: leave it out"))
      certificate = otel("\(prefix)certificate", .path)
      let refused = "certificates of clients are not supported: use a header, or a collector on this machine"
      clientCertificate = otel("\(prefix)client_certificate", .only(nil, else: refused))
      clientKey = otel("\(prefix)client_key", .only(nil, else: refused), isSecret: true)
    }

    var all: [any AnySetting] {
      [endpoint, headers, timeout, transport, compression, certificate, clientCertificate, clientKey]
    }
  }

  private static func otel<Value>(
    _ key: String, _ kind: SettingKind<Value>, isSecret: Bool = false
  ) -> Setting<Value> {
    Setting("otel", key, kind: kind, isSecret: isSecret, isInFile: false)
  }
}
