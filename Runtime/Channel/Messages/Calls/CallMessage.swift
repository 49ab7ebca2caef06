package import Edge
package import FoundationEssentials
package import HTTPTypes
import NIOCore
import Wire

/// A call: the payload of an exchange that the host opens.
package struct CallMessage: Message {
  /// The part of the bundle to run.
  package var target: CallTarget
  /// The call's slot in the call page.
  package var slot: UInt32
  package var id: UUID
  package var trigger: Invocation.Trigger
  /// The verified caller; nil without a token. The token and its secret do not leave the host.
  package var identity: Identity?
  /// The instant after which the answer comes too late, in seconds since 1970.
  package var deadline: Double
  /// The host's clock when it sent the call, in seconds since 1970.
  package var now: Double
  /// The trace, as a `traceparent` of the caller.
  package var trace: TraceContext?
  /// The job and its try; nil for a request.
  package var run: JobRun?
  package var method: HTTPRequest.Method
  /// The path below the function's name, still encoded.
  package var path: String
  /// The query, still encoded; nil for a request without one.
  package var rawQuery: String?
  /// The header fields, which the worker reads when one of them is asked for.
  package var fields: RequestFields
  package var body: MessageBody

  package init(
    target: CallTarget, slot: UInt32, id: UUID, trigger: Invocation.Trigger, identity: Identity? = nil,
    deadline: Double, now: Double, trace: TraceContext? = nil, run: JobRun? = nil, method: HTTPRequest.Method = .post,
    path: String = "", rawQuery: String? = nil, fields: RequestFields = RequestFields([:]), body: MessageBody = .none
  ) {
    self.target = target
    self.slot = slot
    self.id = id
    self.trigger = trigger
    self.identity = identity
    self.deadline = deadline
    self.now = now
    self.trace = trace
    self.run = run
    self.method = method
    self.path = path
    self.rawQuery = rawQuery
    self.fields = fields
    self.body = body
  }

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
