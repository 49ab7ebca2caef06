package import Edge

/// The job without its origin, which the host knows.
extension NewJob: Message {
  package init(from reader: inout MessageReader) throws(MessageFault) {
    let function = try reader.readString()
    let payload = try reader.readBytes()
    let policy = try QueuePolicy(from: &reader)
    let date = try reader.readOptional { reader throws(MessageFault) in try reader.readDate() }
    let priority = try reader.readInt()
    let key = try reader.readOptional { reader throws(MessageFault) in try reader.readString() }
    do throws(FunctionError) {
      try self.init(
        function: function, payload: payload, policy: policy, runAt: date, priority: priority, key: key)
    } catch {
      throw MessageFault("a job is not valid")
    }
  }

  package func write(to writer: inout MessageWriter) {
    writer.write(function)
    writer.write(payload)
    writer.write(policy)
    writer.write(runAt) { $0.write($1) }
    writer.write(priority)
    writer.write(key) { $0.write($1) }
  }
}
