package import Edge

extension ChannelRequest: Message {
  package init(from reader: inout MessageReader) throws(MessageFault) {
    switch try reader.read(UInt8.self) {
    case 0: self = .create(try Self.storage(&reader))
    case 1: self = .read(channelID: try reader.readString())
    case 2: self = .delete(channelID: try reader.readString())
    case 3: self = .list
    default: throw MessageFault("the kind of a request is not known")
    }
  }

  package func write(to writer: inout MessageWriter) {
    switch self {
    case .create(let storage):
      writer.write(0 as UInt8)
      writer.write(UInt8(clamping: storage.rawValue))
    case .read(let id): writer.write(case: 1, id)
    case .delete(let id): writer.write(case: 2, id)
    case .list: writer.write(case: 3)
    }
  }

  /// Reads what a channel stores.
  static func storage(_ reader: inout MessageReader) throws(MessageFault) -> Storage {
    guard let storage = Storage(rawValue: Int(try reader.read(UInt8.self))) else {
      throw MessageFault("the storage of a channel is not known")
    }
    return storage
  }
}

extension ChannelRequest.Prepared: Message {
  package init(from reader: inout MessageReader) throws(MessageFault) {
    self.init(
      request: try ChannelRequest(from: &reader), id: try reader.readUUID(), environment: try reader.readNamed(),
      method: try PushHeaders.printable(&reader), path: try PushHeaders.printable(&reader),
      headers: try PushHeaders.read(&reader), body: try reader.readBytes())
  }

  package func write(to writer: inout MessageWriter) {
    writer.write(request)
    writer.write(id)
    writer.write(environment.rawValue)
    writer.write(method)
    writer.write(path)
    PushHeaders.write(headers, to: &writer)
    writer.write(body)
  }
}
