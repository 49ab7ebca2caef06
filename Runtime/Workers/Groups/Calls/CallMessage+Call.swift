import Channel
import Edge
import FoundationEssentials
import NIOCore

extension CallMessage {
  /// The message of a call.
  ///
  /// - Parameters:
  ///   - slot: the call's slot in the worker's call page.
  ///   - body: the whole body; nil if it follows as a stream.
  init(_ call: RunningCall, slot: UInt32, body: ByteBuffer?) {
    let (request, invocation) = (call.request, call.invocation)
    let form: MessageBody =
      if let body { body.readableBytes > 0 ? .whole(body) : .none } else { .stream(length: request.body.count) }
    self.init(
      target: call.target, slot: slot, id: invocation.id.uuid, trigger: invocation.trigger,
      identity: invocation.identity, deadline: invocation.deadline.timeIntervalSince1970,
      now: invocation.services.clock.now.timeIntervalSince1970, trace: invocation.trace, run: invocation.run,
      method: request.method, path: request.path, rawQuery: request.rawQuery, fields: request.fields, body: form)
  }
}
