package import Edge
import FoundationEssentials

extension PreparedPush: Message {
  package init(from reader: inout MessageReader) throws(MessageFault) {
    let id = try reader.readUUID()
    let environment = try reader.readNamed(PushEnvironment.self)
    let path = try PushHeaders.printable(&reader)
    let headers = try PushHeaders.read(&reader)
    let body = try reader.readBytes()
    let device: String? = try Optional(from: &reader)
    let expiresAt: Date? = try Optional(from: &reader)
    self.init(
      id: id, environment: environment, path: path, headers: headers, body: body, device: device, expiresAt: expiresAt)
    retryDeadline = try Optional(from: &reader)
  }

  package func write(to writer: inout MessageWriter) {
    writer.write(id)
    writer.write(environment.rawValue)
    writer.write(path)
    PushHeaders.write(headers, to: &writer)
    writer.write(body)
    writer.write(device)
    writer.write(expiresAt)
    writer.write(retryDeadline)
  }
}
