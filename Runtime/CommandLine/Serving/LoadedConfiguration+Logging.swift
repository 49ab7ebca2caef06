import Host
import Logging

extension LoadedConfiguration {
  /// Writes to stderr: text for a person, JSON for a machine, unless the configuration says which.
  var logHandler: LineLogHandler {
    let format: LineLogHandler.Format =
      switch logFormat {
      case .json: .json
      case .text: .text
      case nil: Output.errorIsTerminal ? .text : .json
      }
    return LineLogHandler(format: format, level: logLevel)
  }
}
