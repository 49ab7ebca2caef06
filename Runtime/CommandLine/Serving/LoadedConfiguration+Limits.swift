import Host
import Logging

extension LoadedConfiguration {
  /// The limits on callers' memory and connections, for the log.
  var limitsInWords: Logger.Metadata {
    let memory = MemoryLimit.current
    return [
      "max_body_memory": "\(Quantity.text(bytes: host.limits.bodyMemory))",
      "memory": "\(Quantity.text(bytes: (memory.bytes >> 20) << 20)) (\(memory.source.rawValue))",
      "max_connections": "\(host.limits.connections)",
    ]
  }
}
