import Host
import Testing

@testable import Swiftlet
@testable import Telemetry

@Suite struct TelemetryConfigurationTests {
  private let endpoint = ["OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:4318"]

  private func load(_ more: [String: String] = [:]) throws -> LoadedConfiguration {
    try Loading(environment: endpoint.merging(more) { $1 }).load()
  }

  @Test func nothingIsExportedWithoutAnEndpoint() throws {
    let loaded = try Loading(environment: ["OTEL_EXPORTER_OTLP_PROTOCOL": "grpc", "OTEL_SERVICE_NAME": "shop"]).load()
    #expect(loaded.telemetry == TelemetryConfiguration())
    #expect(loaded.shown("otel.exporter_otlp_endpoint") == "(none: telemetry is not exported)")
    let empty = try Loading(environment: ["OTEL_EXPORTER_OTLP_ENDPOINT": ""]).load()
    #expect(empty.telemetry.destinations.isEmpty)
  }

  @Test func thePathOfEachSignalIsAdded() throws {
    for address in ["http://127.0.0.1:4318", "http://127.0.0.1:4318/"] {
      let loaded = try load(["OTEL_EXPORTER_OTLP_ENDPOINT": address])
      #expect(
        loaded.telemetry.destinations.mapValues(\.url) == [
          .traces: "http://127.0.0.1:4318/v1/traces", .metrics: "http://127.0.0.1:4318/v1/metrics",
          .logs: "http://127.0.0.1:4318/v1/logs",
        ])
    }
    let below = try load(["OTEL_EXPORTER_OTLP_ENDPOINT": "https://otel.example/a/b/"])
    #expect(below.telemetry.destinations[.logs]?.url == "https://otel.example/a/b/v1/logs")
  }

  @Test func anEndpointOfASignalIsUsedAsItIs() throws {
    let own = ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "https://traces.example/in?key=a-secret"]
    let loaded = try load(own)
    #expect(loaded.telemetry.destinations[.traces]?.url == "https://traces.example/in?key=a-secret")
    #expect(loaded.telemetry.destinations[.logs]?.url == "http://127.0.0.1:4318/v1/logs")
    #expect(loaded.shown("otel.exporter_otlp_traces_endpoint") == "https://traces.example/in?…")
    let alone = try Loading(environment: own).load()
    #expect(Set(alone.telemetry.destinations.keys) == [.traces])
    let root = try load(["OTEL_EXPORTER_OTLP_LOGS_ENDPOINT": "http://logs.example:4318"])
    #expect(root.telemetry.destinations[.logs]?.url == "http://logs.example:4318/")
  }

  @Test func theDefaultsAreThoseOfTheSpecification() throws {
    let telemetry = try load().telemetry
    #expect(telemetry.sampler == TraceSampler(.all, isParentBased: true))
    #expect(telemetry.traces.queueSize == 2048 && telemetry.traces.batchSize == 512)
    #expect(telemetry.traces.delay == .seconds(5) && telemetry.logs.delay == .seconds(1))
    #expect(telemetry.metricInterval == .seconds(60))
    #expect(telemetry.destinations.values.allSatisfy { $0.timeout == .seconds(10) && $0.headers.isEmpty })
  }

  @Test func theVariablesAreRead() throws {
    let telemetry = try load([
      "OTEL_SERVICE_NAME": "shop", "OTEL_RESOURCE_ATTRIBUTES": "team=a%20b, deployment.environment.name=test",
      "OTEL_TRACES_SAMPLER": "parentbased_traceidratio", "OTEL_TRACES_SAMPLER_ARG": "0.25",
      "OTEL_BSP_MAX_QUEUE_SIZE": "100", "OTEL_BSP_MAX_EXPORT_BATCH_SIZE": "10", "OTEL_BSP_SCHEDULE_DELAY": "250",
      "OTEL_BLRP_MAX_QUEUE_SIZE": "50", "OTEL_BLRP_SCHEDULE_DELAY": "0", "OTEL_METRIC_EXPORT_INTERVAL": "1500",
      "OTEL_EXPORTER_OTLP_TIMEOUT": "2500", "OTEL_EXPORTER_OTLP_LOGS_TIMEOUT": "0",
      "OTEL_EXPORTER_OTLP_PROTOCOL": "http/protobuf", "OTEL_EXPORTER_OTLP_COMPRESSION": "none",
    ]).telemetry
    #expect(telemetry.serviceName == "shop")
    #expect(telemetry.attributes.map(\.name) == ["team", "deployment.environment.name"])
    #expect(telemetry.attributes.map(\.value) == ["a b", "test"])
    #expect(telemetry.sampler == TraceSampler(.ratio(0.25), isParentBased: true))
    #expect(telemetry.traces.queueSize == 100 && telemetry.traces.batchSize == 10)
    #expect(telemetry.traces.delay == .milliseconds(250))
    #expect(telemetry.logs.queueSize == 50 && telemetry.logs.batchSize == 50 && telemetry.logs.delay == .zero)
    #expect(telemetry.metricInterval == .milliseconds(1500))
    #expect(telemetry.destinations[.traces]?.timeout == .milliseconds(2500))
    #expect(telemetry.destinations[.logs]?.timeout == .seconds(86_400))
  }

  @Test(arguments: [
    ("always_on", TraceSampler(.all, isParentBased: false)), ("always_off", TraceSampler(.none, isParentBased: false)),
    ("traceidratio", TraceSampler(.ratio(1), isParentBased: false)), ("parentbased_always_on", TraceSampler(.all)),
    ("parentbased_always_off", TraceSampler(.none)), ("parentbased_traceidratio", TraceSampler(.ratio(1))),
  ])
  func eachSamplerHasItsName(_ name: String, _ sampler: TraceSampler) throws {
    #expect(try load(["OTEL_TRACES_SAMPLER": name]).telemetry.sampler == sampler)
  }

  @Test func anArgumentWithoutEffectGivesAWarning() throws {
    let loaded = try load(["OTEL_TRACES_SAMPLER": "always_on", "OTEL_TRACES_SAMPLER_ARG": "0.5"])
    #expect(loaded.warnings == ["OTEL_TRACES_SAMPLER_ARG has no effect with OTEL_TRACES_SAMPLER=always_on."])
  }

  @Test func signalsAndAllCanBeSwitchedOff() throws {
    let two = try load(["OTEL_LOGS_EXPORTER": "none", "OTEL_TRACES_EXPORTER": "otlp"])
    #expect(Set(two.telemetry.destinations.keys) == [.traces, .metrics])
    for word in ["true", "TRUE", "True"] {
      #expect(try load(["OTEL_SDK_DISABLED": word]).telemetry.destinations.isEmpty)
    }
    #expect(try load(["OTEL_SDK_DISABLED": "false"]).telemetry.destinations.count == 3)
  }

  @Test func headersAreDecodedAndMasked() throws {
    let secret = "a-key-of-the-tests"
    let loaded = try load([
      "OTEL_EXPORTER_OTLP_HEADERS": "api-key=\(secret),authorization=Basic%20dXNlcg==",
      "OTEL_EXPORTER_OTLP_METRICS_HEADERS": "x-other=1",
    ])
    let header = { KeyValueList.Pair(name: $0, value: $1) }
    #expect(
      loaded.telemetry.destinations[.traces]?.headers == [
        header("api-key", secret), header("authorization", "Basic dXNlcg=="),
      ])
    #expect(loaded.telemetry.destinations[.metrics]?.headers == [header("x-other", "1")])
    #expect(loaded.entries.allSatisfy { !$0.value.contains(secret) && !$0.value.contains("dXNlcg") })
    #expect(loaded.shown("otel.exporter_otlp_headers")?.hasPrefix("•••• (") == true)
  }

  @Test(arguments: ["a-secret", "=a-secret", "na me=a-secret", "host=a-secret", "k=a-secret%0d%0ax", "k=a-secret%zz"])
  func unusableHeadersAreRefusedAndNotShown(_ text: String) throws {
    let failure = try Loading(environment: endpoint.merging(["OTEL_EXPORTER_OTLP_HEADERS": text]) { $1 }).failure()
    #expect(failure.message.hasPrefix("environment OTEL_EXPORTER_OTLP_HEADERS is not acceptable: expected header"))
    #expect(!failure.message.contains("a-secret"))
  }

  @Test(arguments: [
    "127.0.0.1:4318", "grpc://127.0.0.1:4317", "http://", "http://user:a-secret@h:1", "http://h:1/?q=a-secret",
    "http://h:1/#a-secret", "http://h a-secret",
  ])
  func anUnusableEndpointIsRefusedAndNotShown(_ text: String) throws {
    let failure = try Loading(environment: ["OTEL_EXPORTER_OTLP_ENDPOINT": text]).failure()
    #expect(failure.message.hasPrefix("environment OTEL_EXPORTER_OTLP_ENDPOINT is not acceptable: expected an http"))
    #expect(!failure.message.contains("a-secret"))
  }

  @Test(arguments: [
    ("OTEL_EXPORTER_OTLP_PROTOCOL", "grpc", "is not http/protobuf, which is the only supported value"),
    ("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "http/json", "is not http/protobuf, which is the only supported value"),
    ("OTEL_EXPORTER_OTLP_COMPRESSION", "gzip", "is not none, which is the only supported value"),
    ("OTEL_EXPORTER_OTLP_CLIENT_KEY", "/key.pem", "is set"),
    ("OTEL_EXPORTER_OTLP_LOGS_CLIENT_CERTIFICATE", "/cert.pem", "is set"),
    ("OTEL_EXPORTER_OTLP_CERTIFICATE", "/none.pem", "names /none.pem, which cannot be read"),
    ("OTEL_EXPORTER_OTLP_TIMEOUT", "10s", "is \"10s\": expected a whole number from 0 to 2147483647"),
    ("OTEL_EXPORTER_OTLP_TIMEOUT", "-1", "is \"-1\": expected a whole number from 0 to 2147483647"),
    ("OTEL_TRACES_SAMPLER", "jaeger_remote", "is \"jaeger_remote\": expected one of always_on, always_off,"),
    ("OTEL_TRACES_SAMPLER_ARG", "1.5", "is \"1.5\": expected a number from 0 to 1, such as 0.1"),
    ("OTEL_METRICS_EXPORTER", "prometheus", "is \"prometheus\": expected one of otlp, none"),
    ("OTEL_SDK_DISABLED", "1", "is \"1\": expected true or false"),
    ("OTEL_RESOURCE_ATTRIBUTES", "team", "is \"team\": expected attributes such as"),
    ("OTEL_BSP_MAX_QUEUE_SIZE", "0", "is \"0\": expected a whole number from 1 to 1000000"),
    ("OTEL_BSP_MAX_EXPORT_BATCH_SIZE", "4096", "is 4096: more than 2048"),
  ])
  func anUnusableValueIsRefused(_ name: String, _ value: String, _ message: String) throws {
    let failure = try Loading(environment: endpoint.merging([name: value]) { $1 }).failure()
    #expect(failure.code == .configuration)
    #expect(failure.message.hasPrefix("environment \(name) \(message)"), "\(failure.message)")
  }

  @Test func allFaultsAreNoted() throws {
    var loading = try Loading(
      environment: endpoint.merging(["OTEL_TRACES_SAMPLER": "some", "OTEL_BSP_SCHEDULE_DELAY": "5s"]) { $1 })
    let faults = LoadFaults()
    loading.request.faults = faults
    _ = try loading.load()
    #expect(faults.all.map(\.message).count == 2)
  }

  @Test func theVariablesAreNotSecretsOfFunctions() throws {
    let env = "OTEL_EXPORTER_OTLP_HEADERS=api-key=a-secret\nOTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4318\nOWN=1\n"
    let loaded = try Loading(env: env).load()
    #expect(loaded.telemetry.destinations[.traces]?.headers.first?.value == "a-secret")
    #expect(loaded.host.secrets["OWN"] == "1")
    #expect(loaded.host.secrets["OTEL_EXPORTER_OTLP_HEADERS"] == nil)
  }
}
