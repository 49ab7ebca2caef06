import Edge
import HTTPServer
import NIOCore

/// The memory of requests' bodies.
///
/// - A JSON body acquires three times its length: its text, and twice that for decoding.
/// - A body that a raw function reads chunk by chunk acquires the memory of the chunks between socket and handler, at
///   most 128 KiB. If the function collects it, it acquires its length.
/// - A body of declared length acquires its memory before it is read. A body of unknown length acquires 64 KiB first,
///   and then doubles it as needed. Only the first acquisition may wait; later ones are refused if there is no memory.
/// - A body that a handler of paths collects acquires three times its length, for the network of the client alone. One
///   that it passes on chunk by chunk acquires none.
/// - All memory is released at the end of the exchange.
/// - Until then it counts for the user and the network of the client, whose shares are bounded (``BodyShares``).
extension Dispatcher {
  private static let jsonWeight = 3
  /// A pipe's capacity, and the same amount that is read from the socket but not yet in the pipe.
  private static let streamed = 2 * BodyPipe.capacity

  /// Acquires the memory of a small, whole body without waiting; most bodies are small and whole. False if
  /// ``takeBody(of:for:_:_:)`` has to be called.
  func acquireBodyAtOnce(of request: Request, for served: ServedFunction, _ arrival: Arrival) -> Bool {
    guard let count = request.body.count, count <= served.bodyLimit else { return false }
    guard count > 0 else { return true }
    return acquireAtOnce(served.endpoint.traits.input == .json ? Self.jsonWeight * count : count, arrival)
  }

  /// Acquires the memory of a request's body, and collects it for a function that takes JSON. A body that the function
  /// reads itself throws ``FunctionError`` 401 at its end if the sender's session has ended by then.
  ///
  /// - Throws: ``HostError`` 413 or 503; the error that ended the body's stream.
  func takeBody(
    of request: Request, for served: ServedFunction, _ identity: Identity?, _ arrival: Arrival
  ) async throws -> Request {
    var request = request
    arrival.bodyMemory.client = client(of: arrival, identity)
    let input = served.endpoint.traits.input
    let weight = input == .json ? Self.jsonWeight : 1
    let limit = min(served.bodyLimit, bodies.largest / weight)
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
        try await grow(to: weight * collector.count, of: weight * limit, declared: nil, arrival)
      }
      request.body = RequestBody(collector.takeBytes())
    case .stream:
      try await hold(min(declared ?? .max, Self.streamed), arrival)
      if let identity {
        request.body = request.body.checked { [authorizer] in
          do throws(HostError) { try authorizer.checkSession(of: identity) } catch { throw error.refusal }
        }
      }
      request.body = request.body.announcing { [self] count, weight, limit in
        // A body that exceeds the whole budget is too large: trying again would not help.
        let limit = min(limit, bodies.largest / weight)
        guard max(count, declared ?? 0) <= limit else { throw HostError.payloadTooLarge(limit: limit) }
        try await grow(to: weight * count, of: weight * limit, declared: declared.map { weight * $0 }, arrival)
      }
    }
    return request
  }

  /// The body of a request for a handler of paths, which acquires memory while it is collected.
  ///
  /// Collecting it throws ``FunctionError`` 413 or 503.
  func bounded(_ body: RequestBody, of request: Request, _ arrival: Arrival) -> RequestBody {
    let whole = body.count
    guard whole != 0 else { return body }
    let declared = whole ?? request.declaredLength
    return body.announcing { [self] count, _, limit in
      let limit = min(limit, bodies.largest / Self.jsonWeight)
      guard max(count, declared ?? 0) <= limit else { throw FunctionError.payloadTooLarge(limit: limit) }
      if let whole, acquireAtOnce(Self.jsonWeight * whole, arrival) { return }
      if arrival.bodyMemory.bytes == 0 { arrival.bodyMemory.client = client(of: arrival, nil) }
      do {
        try await grow(
          to: Self.jsonWeight * count, of: Self.jsonWeight * limit, declared: declared.map { Self.jsonWeight * $0 },
          arrival)
      } catch let error as HostError {
        throw error.refusal
      }
    }
  }

  private func client(of arrival: Arrival, _ identity: Identity?) -> BodyClient {
    BodyClient(
      user: identity?.userID, network: arrival.head.client(trusting: proxies).flatMap { ClientNetwork($0) })
  }

  private func acquireAtOnce(_ bytes: Int, _ arrival: Arrival) -> Bool {
    guard bodies.acquireAtOnce(bytes) else { return false }
    guard !arrival.bodyMemory.add(bytes) else { return true }
    bodies.release(bytes)
    return false
  }

  private func hold(_ bytes: Int, _ arrival: Arrival) async throws {
    try await bodies.acquire(bytes, of: arrival.bodyMemory.client)
    try note(bytes, beyond: 0, arrival)
  }

  /// Acquires more memory for an exchange, if its body needs it.
  ///
  /// - Parameter most: the memory of the largest body that the function takes.
  private func grow(to bytes: Int, of most: Int, declared: Int?, _ arrival: Arrival) async throws {
    let (held, client) = (arrival.bodyMemory.bytes, arrival.bodyMemory.client)
    guard bytes > held else { return }
    if let declared {
      // An exchange that has memory must not wait for more.
      bodies.release(arrival.bodyMemory.takeAll(), of: client)
      try await hold(max(declared, bytes), arrival)
    } else {
      // The memory is doubled. If that is refused, what the body needs now may still be free.
      var more = min(max(held, bytes - held), most - held)
      do throws(HostError) {
        try bodies.extend(more, of: client, beyond: held)
      } catch {
        more = bytes - held
        try bodies.extend(more, of: client, beyond: held)
      }
      try note(more, beyond: held, arrival)
    }
  }

  private func note(_ bytes: Int, beyond held: Int, _ arrival: Arrival) throws {
    guard !arrival.bodyMemory.add(bytes) else { return }
    bodies.release(bytes, of: arrival.bodyMemory.client, beyond: held)
    throw CancellationError()
  }

  /// Releases the memory of a request's body, at the end of its exchange.
  func releaseBody(of arrival: Arrival) {
    let count = arrival.bodyMemory.end()
    bodies.release(count, of: arrival.bodyMemory.client)
    freed.add(body: count)
  }
}

extension RequestBody {
  /// The body with a check that runs when all of it has come.
  fileprivate func checked(_ check: @escaping @Sendable () throws -> Void) -> RequestBody {
    RequestBody {
      var iterator = makeAsyncIterator()
      if let chunk = try await iterator.next() { return chunk }
      try check()
      return nil
    }
  }
}

extension Request {
  /// The body's length as the client declares it.
  var declaredLength: Int? {
    fields.first(.contentLength).map { Int($0) ?? .max }
  }
}
