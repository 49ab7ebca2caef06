import FoundationEssentials

/// The attributes of the process that exports, by the semantic conventions for resources.
enum TelemetryResource {
  /// The attributes: those of the configuration, and those that are always there.
  ///
  /// - Parameter version: that of the program or its application.
  static func attributes(_ configuration: TelemetryConfiguration, version: String, instance: UUID)
    -> [TelemetryAttribute]
  {
    var values = [
      "service.name": "swiftlet", "service.version": version,
      "service.instance.id": instance.uuidString.lowercased(), "host.name": ProcessInfo.processInfo.hostName,
      "telemetry.sdk.name": "swiftlet", "telemetry.sdk.language": "swift", "telemetry.sdk.version": version,
    ]
    for attribute in configuration.attributes { values[attribute.name] = attribute.value }
    if let name = configuration.serviceName { values["service.name"] = name }
    var attributes = values.sorted { $0.key < $1.key }.map { TelemetryAttribute($0.key, $0.value) }
    if values["process.pid"] == nil {
      attributes.append(TelemetryAttribute("process.pid", Int(ProcessInfo.processInfo.processIdentifier)))
    }
    return attributes
  }
}
