import Edge

extension CallNote: Message {
  package init(from reader: inout MessageReader) throws(MessageFault) {
    switch try reader.read(UInt8.self) {
    case 1: self = try Self.line(&reader)
    case 2: self = .signal(try ChangeTopic(from: &reader))
    default: throw MessageFault("the kind of a note is not known")
    }
  }

  private static func line(_ reader: inout MessageReader) throws(MessageFault) -> CallNote {
    let level = try reader.readNamed(Logger.Level.self)
    let message = try reader.readString()
    var metadata: [String: String] = [:]
    for _ in 0..<(try reader.readCount()) { metadata[try reader.readString()] = try reader.readString() }
    return .log(level: level, message: message, metadata: metadata)
  }

  package func write(to writer: inout MessageWriter) {
    switch self {
    case .log(let level, let message, let metadata):
      writer.write(1 as UInt8)
      writer.write(level.rawValue)
      writer.write(message)
      writer.write(each: metadata.sorted { $0.key < $1.key }) {
        $0.write($1.key)
        $0.write($1.value)
      }
    case .signal(let topic):
      writer.write(2 as UInt8)
      writer.write(topic)
    }
  }
}
