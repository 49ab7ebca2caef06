/// The value of `OTEL_TRACES_EXPORTER`, `OTEL_METRICS_EXPORTER` and `OTEL_LOGS_EXPORTER`.
enum ExporterName: String, Sendable, CaseIterable {
  case otlp
  case none
}
