public import Edge
import FoundationEssentials
public import Logging

/// A log handler that writes one line per message, as JSON or as text.
public struct LineLogHandler: LogHandler {
  /// The format of a line.
  public enum Format: String, Sendable, CaseIterable {
    /// `{"time":…,"level":…,"message":…,…}`.
    case json
    /// `12:00:00.000 info message key=value`.
    case text
  }

  /// The metadata of every line.
  public var metadata: Logger.Metadata = [:]
  /// The provider of the current task's metadata.
  public var metadataProvider: Logger.MetadataProvider?
  /// The lowest level that is written.
  public var logLevel: Logger.Level
  private let format: Format
  private let output: LogOutput
  private let clock: WallClock

  /// Creates a handler for an output.
  public init(format: Format, level: Logger.Level, output: LogOutput = .standardError, clock: WallClock = .system) {
    self.format = format
    logLevel = level
    self.output = output
    self.clock = clock
  }

  /// One value of the metadata of every line.
  public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  /// Writes a line.
  public func log(event: LogEvent) {
    var all = metadata
    if let provided = metadataProvider?.get() { all.merge(provided) { own, _ in own } }
    if let given = event.metadata { all.merge(given) { _, given in given } }
    var line = LogLine(format: format, time: clock.now, level: event.level, message: event.message.description)
    for (key, value) in all.sorted(by: { $0.key < $1.key }) { line.append(key, value) }
    output.write(line.finished(), isUrgent: true)
  }
}

/// A line that is being built.
private struct LogLine {
  private let format: LineLogHandler.Format
  private var text = ""
  private var members: [(key: String, value: JSONContent)] = []

  init(format: LineLogHandler.Format, time: Date, level: Logger.Level, message: String) {
    self.format = format
    switch format {
    case .json:
      members = [
        ("time", .string(WireDate.string(from: time))), ("level", .string(level.rawValue)),
        ("message", .string(message)),
      ]
    case .text:
      text =
        "\(WireDate.string(from: time).dropFirst(11).dropLast()) \(level.rawValue) \(TerminalText.escaped(message))"
    }
  }

  mutating func append(_ key: String, _ value: Logger.Metadata.Value) {
    switch format {
    case .json: members.append((key, Self.content(value)))
    case .text: text += " \(key)=\(TerminalText.escaped(value.description))"
    }
  }

  consuming func finished() -> [UInt8] {
    guard format == .json else { return [UInt8](text.utf8) }
    var writer = JSONWriter()
    writer.write(.object(members))
    return writer.bytes
  }

  private static func content(_ value: Logger.Metadata.Value) -> JSONContent {
    switch value {
    case .string(let text): .string(text)
    case .stringConvertible(let value as Int): .literal(String(value))
    case .stringConvertible(let value as Double) where value.isFinite: .literal(String(value))
    case .stringConvertible(let value as InvocationLog.Value) where value.isNumber:
      .literal(value.description)
    case .stringConvertible(let value): .string(value.description)
    case .array(let values): .array(values.map(content))
    case .dictionary(let values):
      .object(values.sorted { $0.key < $1.key }.map { (key: $0.key, value: content($0.value)) })
    }
  }
}
