import Host
import Logging

extension LoadedConfiguration {
  /// Text for a person, JSON for a machine, unless the configuration says which.
  var lineFormat: LineLogHandler.Format {
    switch logFormat {
    case .json: .json
    case .text: .text
    case nil: Output.errorIsTerminal ? .text : .json
    }
  }

  /// Writes to stderr.
  var logHandler: LineLogHandler { LineLogHandler(format: lineFormat, level: logLevel) }

  /// Where the lines of invocations go; nil for where all the others go.
  var accessLog: AccessLog? { lineFormat == .json ? AccessLog(output: .standardError, level: logLevel) : nil }
}
