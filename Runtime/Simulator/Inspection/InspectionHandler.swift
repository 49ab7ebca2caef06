import Foundation
import NIOCore
import NIOHTTP1

/// Serves `/_simulator` over plain HTTP/1.1, for browsers and curl.
final class InspectionHandler: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  /// The largest body that is taken in.
  private static let bodyLimit = 1 << 20

  private let inspector: Inspector
  private var head: HTTPRequestHead?
  private var body: [UInt8] = []
  private var isTooLarge = false

  init(inspector: Inspector) { self.inspector = inspector }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      self.head = head
      body.removeAll()
      isTooLarge = false
    case .body(let buffer):
      isTooLarge = isTooLarge || body.count + buffer.readableBytes > Self.bodyLimit
      if !isTooLarge { body.append(contentsOf: buffer.readableBytesView) }
    case .end:
      guard let head else { return }
      write(answer(head), to: head, context: context)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

  private func answer(_ head: HTTPRequestHead) -> Answer {
    guard Self.isLocal(head.headers) else {
      return Inspector.error(403, "This is for this machine's own pages and tools alone")
    }
    guard !isTooLarge else { return Inspector.error(413, "The body is larger than \(Self.bodyLimit) bytes") }
    guard Inspector.isMine(head.uri) else { return Inspector.error(404, "Only /_simulator is served without TLS") }
    return inspector.answer(method: head.method.rawValue, target: head.uri, body: body)
  }

  /// Whether a request comes from this machine's own tools and pages. A foreign page in the browser could otherwise read what arrived,
  /// by a name of its own that leads here, or play faults.
  private static func isLocal(_ headers: HTTPHeaders) -> Bool {
    let origins = headers["origin"].map { URL(string: $0)?.host() }
    let hosts = headers["host"].map { URL(string: "http://\($0)")?.host() }
    return (origins + hosts).allSatisfy { ["127.0.0.1", "localhost", "::1"].contains($0) }
  }

  private func write(_ answer: Answer, to request: HTTPRequestHead, context: ChannelHandlerContext) {
    let status = HTTPResponseStatus(statusCode: answer.status)
    var head = HTTPResponseHead(version: request.version, status: status)
    if let body = answer.body {
      head.headers.add(name: "content-type", value: answer.contentType)
      head.headers.add(name: "content-length", value: String(body.utf8.count))
    }
    if !request.isKeepAlive { head.headers.add(name: "connection", value: "close") }
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    if let body = answer.body {
      context.write(wrapOutboundOut(.body(.byteBuffer(context.channel.allocator.buffer(string: body)))), promise: nil)
    }
    let isLast = !request.isKeepAlive
    let loopBound = NIOLoopBound(context, eventLoop: context.eventLoop)
    context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in
      if isLast { loopBound.value.close(promise: nil) }
    }
  }
}
