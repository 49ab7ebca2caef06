import Logging

extension CallNote: Message {
  package init(from reader: inout MessageReader) throws(MessageFault) {
    guard try reader.read(UInt8.self) == 1 else { throw MessageFault("the kind of a note is not known") }
    let level = try reader.readNamed(Logger.Level.self)
    let message = try reader.readString()
    var metadata: [String: String] = [:]
    for _ in 0..<(try reader.readCount()) { metadata[try reader.readString()] = try reader.readString() }
    self = .log(level: level, message: message, metadata: metadata)
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
    }
  }
}
