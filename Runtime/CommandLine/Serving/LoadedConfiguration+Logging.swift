import Host
import Logging

extension LoadedConfiguration {
  /// The configured format; by default text on a terminal, and JSON elsewhere.
  var lineFormat: LineLogHandler.Format { logFormat ?? (Output.errorIsTerminal ? .text : .json) }

  /// The handler of log lines, which go to stderr.
  var logHandler: LineLogHandler { LineLogHandler(format: lineFormat, level: logLevel) }

  /// The log of invocations; nil if the logger writes them, as it does for text.
  var accessLog: AccessLog? { lineFormat == .json ? AccessLog(output: .standardError, level: logLevel) : nil }

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
