import Edge
import FoundationEssentials
import HTTPTypes
import NIOCore
import Wire

extension CallMessage: Message {
  package init(from reader: inout MessageReader) throws(MessageFault) {
    let target = try CallTarget(from: &reader)
    let slot = try reader.read(UInt32.self)
    let id = try reader.readUUID()
    let trigger = try reader.readNamed(Invocation.Trigger.self)
    let identity = try reader.readOptional { reader throws(MessageFault) in
      Identity(Claims(try reader.readJSON(JSONObject.self)))
    }
    let deadline = try reader.readDouble()
    let now = try reader.readDouble()
    let trace: String? = try Optional(from: &reader)
    let run: JobRun? = try Optional(from: &reader)
    guard let method = HTTPRequest.Method(try reader.readString()) else {
      throw MessageFault("the method is not a token")
    }
    let path = try reader.readString()
    let query: String? = try Optional(from: &reader)
    let fields = try reader.readBuffer()
    self.init(
      target: target, slot: slot, id: id, trigger: trigger, identity: identity, deadline: deadline, now: now,
      trace: trace.flatMap { TraceContext(traceparent: $0) }, run: run, method: method, path: path, rawQuery: query,
      fields: RequestFields(deferred: { Self.fields(fields) }), body: try MessageBody(from: &reader))
  }

  package func write(to writer: inout MessageWriter) {
    writer.write(target)
    writer.write(slot)
    writer.write(id)
    writer.write(trigger.rawValue)
    writer.write(identity) { writer, identity in writer.write(identity.claims.all.json) }
    writer.write(deadline)
    writer.write(now)
    writer.write(trace?.text)
    writer.write(run)
    writer.write(method.rawValue)
    writer.write(path)
    writer.write(rawQuery)
    writer.write(received: fields)
    writer.write(body)
  }

  /// Reads the header fields. The host has checked them; those that are malformed are left out.
  private static func fields(_ bytes: ByteBuffer) -> HTTPFields {
    var reader = MessageReader(bytes)
    return (try? reader.readFields()) ?? [:]
  }
}

extension TraceContext {
  /// The caller's field: `00-<trace>-<parent>-<flags>`.
  fileprivate var text: String { traceparent(spanID: parentID) }
}
