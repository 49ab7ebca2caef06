package import Logging

/// A log handler whose lines go to the worker's host, with a call's id.
package struct WorkerLogHandler: LogHandler {
  private let log: WorkerLog
  private let call: UInt64
  /// The metadata of every line.
  package var metadata: Logger.Metadata = [:]
  /// The provider of the current task's metadata.
  package var metadataProvider: Logger.MetadataProvider?
  private var ownLevel: Logger.Level?

  /// - Parameter call: the id of the call's exchange; 0 for lines of no call.
  package init(_ log: WorkerLog, call: UInt64) {
    self.log = log
    self.call = call
  }

  /// The lowest level that is written: the host's, unless another one is set.
  package var logLevel: Logger.Level {
    get { ownLevel ?? log.level }
    set { ownLevel = newValue }
  }

  /// One value of the metadata of every line.
  package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  /// Sends a line.
  package func log(event: LogEvent) {
    var all = metadata
    if let provided = metadataProvider?.get() { all.merge(provided) { own, _ in own } }
    if let given = event.metadata { all.merge(given) { _, given in given } }
    log.write(event.level, event.message.description, all.mapValues(\.description), of: call)
  }
}
