package import Edge
import FoundationEssentials

/// The job without its origin, which the host knows.
extension NewJob: Message {
  package init(from reader: inout MessageReader) throws(MessageFault) {
    let function = try reader.readString()
    let payload = try reader.readBytes()
    let policy = try QueuePolicy(from: &reader)
    let date: Date? = try Optional(from: &reader)
    let priority = try reader.readInt()
    let key: String? = try Optional(from: &reader)
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
    writer.write(runAt)
    writer.write(priority)
    writer.write(key)
  }
}
