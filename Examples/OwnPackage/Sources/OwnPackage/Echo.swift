import Foundation
import NIOCore
import Swiftlet

/// What came in, as JSON.
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

/// The primitive form: any request in, any response out.
let echo = Function.raw("echo", access: .verified) { request, _ in
  var body = Data()
  for try await chunk in request.body { body.append(contentsOf: chunk.readableBytesView) }
  return try .json(
    Echo(
      method: request.method.rawValue, path: request.path, query: request.rawQuery,
      contentType: request.headers[.contentType], body: body))
}

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

/// Takes its time: `?ms=500`.
let sleepy = Function.raw("sleepy", access: .anyone) { request, context in
  do {
    try await Task.sleep(for: .milliseconds(request.query("ms").flatMap { Int($0) } ?? 500))
  } catch {
    context.logger.notice("The client left")
    throw error
  }
  return .text("awake")
}
