package import Edge
import FoundationEssentials
package import Logging

/// A log handler that adds each line to an ``EventRing``, and passes it on to another handler.
package struct RingLogHandler: LogHandler {
  private(set) package var base: any LogHandler
  private let ring: EventRing
  private let clock: WallClock

  init(_ base: any LogHandler, ring: EventRing, clock: WallClock) {
    self.base = base
    self.ring = ring
    self.clock = clock
  }

  package var logLevel: Logger.Level {
    get { base.logLevel }
    set { base.logLevel = newValue }
  }

  package var metadata: Logger.Metadata {
    get { base.metadata }
    set { base.metadata = newValue }
  }

  package var metadataProvider: Logger.MetadataProvider? {
    get { base.metadataProvider }
    set { base.metadataProvider = newValue }
  }

  package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { base[metadataKey: key] }
    set { base[metadataKey: key] = newValue }
  }

  package func log(event: LogEvent) {
    var all = base.metadata
    if let provided = base.metadataProvider?.get() { all.merge(provided) { own, _ in own } }
    if let given = event.metadata { all.merge(given) { _, given in given } }
    ring.add(LogRecord(time: clock.now, level: event.level, message: event.message.description, metadata: all))
    base.log(event: event)
  }

  func isOf(_ ring: EventRing) -> Bool { self.ring === ring }
}

extension LogRecord {
  /// A line with its metadata. The values `function` and `id` become properties, not fields.
  init(time: Date, level: Logger.Level, message: String, metadata: Logger.Metadata) {
    let id = metadata["id"].flatMap { UUID(wire: $0.description) }
    let function = metadata["function"]?.description.cut(toBytes: 128)
    self.init(time: time, level: level, message: message, function: function, invocation: id)
    for (key, value) in metadata.sorted(by: { $0.key < $1.key }).prefix(Self.mostFields) {
      if key == "function" || (key == "id" && id != nil) { continue }
      fields.append(Field(key.cut(toBytes: 128), value.description.cut(toBytes: Self.longestText)))
    }
  }
}

extension Logger {
  /// The logger, whose lines the ring keeps too.
  package func recorded(in ring: EventRing, clock: WallClock = .system) -> Logger {
    if let handler = handler as? RingLogHandler, handler.isOf(ring) { return self }
    var logger = self
    logger.handler = RingLogHandler(unrecorded.handler, ring: ring, clock: clock)
    return logger
  }

  /// The logger without a ring.
  package var unrecorded: Logger {
    guard let handler = handler as? RingLogHandler else { return self }
    var logger = self
    logger.handler = handler.base
    return logger
  }
}
