/// An encoded span, line of the log, or set of metrics, that waits for its export.
struct ExportItem: Sendable, Hashable {
  /// Fields of a scope with the number ``ExportEnvelope/itemField``.
  let bytes: [UInt8]
  /// The number of spans, lines or data points.
  var count = 1
}
