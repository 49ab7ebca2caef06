package import Edge
import Wire

extension FunctionError: Message {
  package init(from reader: inout MessageReader) throws(MessageFault) {
    let status = try reader.readStatus()
    let code = Code(rawValue: try reader.readString())
    let message = try reader.readString()
    let details = try reader.readBool() ? try reader.readJSON(JSONValue.self) : nil
    self.init(status: status, code: code, message: message, details: details)
    headers = try reader.readFields()
    shape = try reader.readBool() ? .envelope : .message
  }

  package func write(to writer: inout MessageWriter) {
    writer.write(status)
    writer.write(code.rawValue)
    writer.write(message)
    writer.write(details) { writer, details in writer.write(json: details) }
    writer.write(headers)
    writer.write(shape == .envelope)
  }
}
