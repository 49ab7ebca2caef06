import Edge

extension CallAnswer: Message {
  package init(from reader: inout MessageReader) throws(MessageFault) {
    switch try reader.read(UInt8.self) {
    case 0:
      self = .response(
        status: try reader.readStatus(), fields: try reader.readFields(), body: try MessageBody(from: &reader))
    case 1: self = .functionError(try FunctionError(from: &reader))
    case 2: self = .admission(try FunctionError(from: &reader))
    case 3: self = .jobError(try JobError(from: &reader))
    case 4: self = .databaseError(try DatabaseError(from: &reader))
    case 5: self = .cancelled
    case 6: self = .failed(type: try reader.readString(), text: try reader.readString())
    case 7: self = .key(try Optional(from: &reader))
    default: throw MessageFault("the kind of an answer is not known")
    }
  }

  package func write(to writer: inout MessageWriter) {
    switch self {
    case .response(let status, let fields, let body):
      writer.write(0 as UInt8)
      writer.write(status)
      writer.write(fields)
      writer.write(body)
    case .functionError(let error):
      writer.write(1 as UInt8)
      writer.write(error)
    case .admission(let error):
      writer.write(2 as UInt8)
      writer.write(error)
    case .jobError(let error):
      writer.write(3 as UInt8)
      writer.write(error)
    case .databaseError(let error):
      writer.write(4 as UInt8)
      writer.write(error)
    case .cancelled: writer.write(5 as UInt8)
    case .failed(let type, let text):
      writer.write(6 as UInt8)
      writer.write(type)
      writer.write(text)
    case .key(let key):
      writer.write(7 as UInt8)
      writer.write(key)
    }
  }
}
