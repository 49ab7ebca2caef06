/// The parts of a request that come before its items: the resource, and the scope of the instrumentation.
///
/// The requests of all signals have the same field numbers (opentelemetry/proto/collector/{trace,metrics,logs}/v1 and
/// opentelemetry/proto/{trace,metrics,logs}/v1): `resource_spans`, `resource_metrics` or `resource_logs` 1; in it
/// `resource` 1 and `scope_spans`, `scope_metrics` or `scope_logs` 2; in it `scope` 1 and `spans`, `metrics` or
/// `log_records` 2.
struct ExportEnvelope: Sendable {
  /// The number of an item in its scope.
  static let itemField = 2

  private let resource: [UInt8]
  private let scope: [UInt8]

  /// - Parameters:
  ///   - attributes: those of the resource (`attributes` 1 of opentelemetry/proto/resource/v1/resource.proto).
  ///   - version: that of the scope `swiftlet` (`name` 1, `version` 2 of `InstrumentationScope` of common.proto).
  init(attributes: [TelemetryAttribute], version: String) {
    var resource = ProtobufWriter()
    for attribute in attributes { resource.attribute(1, attribute) }
    self.resource = resource.bytes
    var scope = ProtobufWriter()
    scope.text(1, "swiftlet")
    scope.text(2, version)
    self.scope = scope.bytes
  }

  /// The body of a request.
  ///
  /// - Parameter items: fields with the number ``itemField``, encoded.
  func request(_ items: [[UInt8]]) -> [UInt8] {
    var scoped = ProtobufWriter()
    scoped.data(1, scope)
    var ofResource = ProtobufWriter()
    ofResource.data(1, resource)
    ofResource.data(2, scoped.bytes + items.joined())
    var request = ProtobufWriter()
    request.data(1, ofResource.bytes)
    return request.bytes
  }
}
