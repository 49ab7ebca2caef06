import Foundation
import NIOCore
import Swiftlet

/// A request as JSON.
struct Echo: Encodable, Sendable {
  let method: String
  let path: String
  let query: String?
  let contentType: String?
  /// Base64.
  let body: Data

  enum CodingKeys: String, CodingKey {
    case method, path, query, body
    case contentType = "content_type"
  }
}

extension Echo {
  /// Reads a request to its end.
  init(_ request: Request) async throws {
    var body = Data()
    for try await chunk in request.body { body.append(contentsOf: chunk.readableBytesView) }
    self.init(
      method: request.method.rawValue, path: request.path, query: request.rawQuery,
      contentType: request.headers[.contentType], body: body)
  }
}

/// The primitive form: any request in, any response out.
let echo = Function.raw("echo", access: .verified) { request, _ in try .json(try await Echo(request)) }

/// Server-sent events: `?from=3&ms=1` counts 3, 2, 1, 0.
let countdown = Function.raw("countdown", access: .anyone) { request, _ in
  let from = min(request.query("from").flatMap { Int($0) } ?? 3, 100_000)
  let pause = request.query("ms").flatMap { Int($0) } ?? 100
  return .events { send in
    for number in stride(from: from, through: 0, by: -1) {
      try await send(ServerSentEvent(data: "\(number)"))
      if number > 0, pause > 0 { try await Task.sleep(for: .milliseconds(pause)) }
    }
  }
}

/// Sleeps for `?ms=500`.
let sleepy = Function.raw("sleepy", access: .anyone) { request, context in
  do {
    try await Task.sleep(for: .milliseconds(request.query("ms").flatMap { Int($0) } ?? 500))
  } catch {
    context.logger.notice("The client left")
    throw error
  }
  return .text("awake")
}

/// Keeps its thread for `?ms=500`, like code that computes or waits in a library.
let blocking = Function.raw("blocking", access: .anyone) { request, _ in
  let milliseconds = min(request.query("ms").flatMap { UInt32($0) } ?? 500, 60_000)
  usleep(milliseconds * 1000)
  return .text("done")
}
