import Host
import Logging

extension LoadedConfiguration {
  /// The configured format; by default text on a terminal, and JSON elsewhere.
  var lineFormat: LineLogHandler.Format { logFormat ?? (Output.errorIsTerminal ? .text : .json) }

  /// The handler of log lines, which go to stderr.
  var logHandler: LineLogHandler { LineLogHandler(format: lineFormat, level: logLevel) }

  /// The log of invocations; nil if the logger writes them, as it does for text.
  var accessLog: AccessLog? { lineFormat == .json ? AccessLog(output: .standardError, level: logLevel) : nil }
}
