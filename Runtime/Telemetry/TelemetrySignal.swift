/// A kind of data of OpenTelemetry.
package enum TelemetrySignal: String, Sendable, Hashable, CaseIterable {
  case traces
  case metrics
  case logs

  /// The path below the address of a collector (OTLP 1.x, "OTLP/HTTP Request").
  package var path: String { "v1/\(rawValue)" }
}
