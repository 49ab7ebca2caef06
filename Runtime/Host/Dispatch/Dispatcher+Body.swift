import Edge
import HTTPServer
import NIOCore

/// What bodies take of the memory that all of them share.
///
/// - A body that is read as JSON counts three times its length: its text, and twice that for reading it.
/// - A body that a raw function reads chunk by chunk counts for what waits between socket and handler, at most 128 KiB; when the
///   function collects it, for its length.
/// - A declared length is acquired before the body is read. A body of unknown length acquires 64 KiB, and then twice what it has
///   each time: the first time it may wait, later it is refused if there is no memory.
/// - All of it is given back at the end of the exchange.
extension Dispatcher {
  private static let jsonWeight = 3
  /// A pipe's capacity, and as much that was read from the socket and not put into it.
  private static let streamed = 2 * BodyPipe.capacity

  /// Acquires the memory of a body that is there whole, as most are.
  ///
  /// - Returns: whether that was all there is to do; otherwise ``takeBody(of:for:_:)`` does it.
  func takesBodyAtOnce(of request: Request, for entry: Entry, _ arrival: Arrival) -> Bool {
    guard let count = request.body.count, count <= entry.bodyLimit else { return false }
    guard count > 0 else { return true }
    let bytes = entry.endpoint.traits.input == .json ? Self.jsonWeight * count : count
    return bodies.acquireAtOnce(bytes) && arrival.bodyMemory.add(bytes)
  }

  /// Acquires the memory of a request's body, and collects it for a function that takes JSON.
  ///
  /// - Throws: ``HostError`` 413 or 503; what broke the body's stream.
  func takeBody(of request: Request, for entry: Entry, _ arrival: Arrival) async throws -> Request {
    var request = request
    let input = entry.endpoint.traits.input
    let weight = input == .json ? Self.jsonWeight : 1
    let limit = min(entry.bodyLimit, bodies.largest / weight)
    if let count = request.body.count {
      guard count <= limit else { throw HostError.payloadTooLarge(limit: limit) }
      if count > 0 { try await hold(weight * count, arrival) }
      return request
    }
    let declared = request.declaredLength
    if let declared, declared > limit { throw HostError.payloadTooLarge(limit: limit) }
    switch input {
    case .none: break
    case .json:
      try await hold(weight * (declared ?? BodyPipe.capacity), arrival)
      var collector = BodyCollector(length: declared)
      for try await chunk in request.body {
        guard collector.count + chunk.readableBytes <= limit else { throw HostError.payloadTooLarge(limit: limit) }
        collector.append(chunk)
        try await grow(to: weight * collector.count, declared: nil, arrival)
      }
      request.body = RequestBody(collector.takeBytes())
    case .stream:
      try await hold(min(declared ?? .max, Self.streamed), arrival)
      request.body = request.body.announcing { [self] count, weight, limit in
        // What no budget holds is too large, and not refused for a while only.
        let limit = min(limit, bodies.largest / weight)
        guard max(count, declared ?? 0) <= limit else { throw HostError.payloadTooLarge(limit: limit) }
        try await grow(to: weight * count, declared: declared.map { weight * $0 }, arrival)
      }
    }
    return request
  }

  private func hold(_ bytes: Int, _ arrival: Arrival) async throws {
    try await bodies.acquire(bytes)
    try note(bytes, arrival)
  }

  /// Has an exchange hold as much as its body takes.
  private func grow(to bytes: Int, declared: Int?, _ arrival: Arrival) async throws {
    let held = arrival.bodyMemory.bytes
    guard bytes > held else { return }
    if let declared {
      // An exchange that has memory must not wait for more.
      bodies.release(arrival.bodyMemory.takeAll())
      try await hold(max(declared, bytes), arrival)
    } else {
      var more = max(held, bytes - held)
      do throws(HostError) {
        try bodies.extend(more)
      } catch {
        more = bytes - held
        try bodies.extend(more)
      }
      try note(more, arrival)
    }
  }

  private func note(_ bytes: Int, _ arrival: Arrival) throws {
    guard !arrival.bodyMemory.add(bytes) else { return }
    bodies.release(bytes)
    throw CancellationError()
  }

  /// Gives back what a request's body has taken; to be called at the end of its exchange.
  func releaseBody(of arrival: Arrival) {
    let count = arrival.bodyMemory.end()
    bodies.release(count)
    freed.add(body: count)
  }
}

extension Request {
  /// The body's length as the client declares it.
  var declaredLength: Int? {
    fields.first(.contentLength).map { Int($0) ?? .max }
  }
}
