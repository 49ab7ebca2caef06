package import Edge

/// A one-way message of a call, from the worker: the payload of a note of its exchange, or of id 0 for lines of no
/// call.
package enum CallNote: Message {
  /// A log line. The metadata's values are texts.
  case log(level: Logger.Level, message: String, metadata: [String: String])
  /// A hint that a row has changed.
  case signal(ChangeTopic)

  package init(from reader: inout MessageReader) throws(MessageFault) {
    switch try reader.read(UInt8.self) {
    case 1:
      self = .log(
        level: try reader.readNamed(), message: try reader.readString(), metadata: try Dictionary(from: &reader))
    case 2: self = .signal(try ChangeTopic(from: &reader))
    default: throw MessageFault("the kind of a note is not known")
    }
  }

  package func write(to writer: inout MessageWriter) {
    switch self {
    case .log(let level, let message, let metadata): writer.write(case: 1, level.rawValue, message, metadata)
    case .signal(let topic): writer.write(case: 2, topic)
    }
  }
}
