import Channel
import Edge

extension CallServer {
  /// Performs an operation with the call's services, and answers its exchange.
  ///
  /// - Throws: the error of the operation, for the answer.
  func perform(_ operation: Operation, _ exchange: IncomingExchange) async throws {
    let services = invocation.services
    switch operation {
    case .send(let push):
      await exchange.answer(with: try await invocation.push.connected().send(try push.checked()))
    case .sendChannel(let request):
      await exchange.answer(with: try await invocation.push.connected().send(try request.checked()))
    case .signedURL(let bucket, let path, let seconds):
      await exchange.answer(
        with: try await invocation.storage.signedURL(bucket: bucket, path: path, expiresIn: seconds))
    case .put(let bucket, let path, let options): try await put(exchange, bucket: bucket, path: path, options)
    case .get(let bucket, let path): try await get(exchange, bucket: bucket, path: path)
    case .buckets: await exchange.answer(with: try await invocation.storage.buckets())
    case .list(let bucket, let folder, let limit, let offset):
      await exchange.answer(
        with: try await invocation.storage.list(bucket: bucket, folder: folder, limit: limit, offset: offset))
    case .remove(let bucket, let paths):
      await exchange.answer(with: try await invocation.storage.remove(bucket: bucket, paths: paths))
    case .httpSend(let call): try await send(call, exchange)
    case .httpStream(let call): try await stream(call, exchange)
    case .health: await exchange.answer(with: await services.host.health())
    case .statistics: await exchange.answer(with: await services.host.statistics())
    case .verify(let signature):
      try await services.certificates.verify(signature)
      await exchange.answer(with: Nothing())
    case .subscribe, .background, .transaction, .query, .execute, .batch, .statement, .savepoint, .restart,
      .enqueue, .jobStatus, .cancelJob, .pruneHistory, .signOut, .deleteUser, .streamed:
      throw RemoteError(type: "UnknownOperation", text: "The host does not perform this operation")
    }
  }

  /// Stores a file, whose bytes are the exchange's stream.
  private func put(_ exchange: IncomingExchange, bucket: String, path: String, _ options: PutOptions) async throws {
    let body = exchange.body.map { body in RequestBody { try await body.next() } } ?? RequestBody()
    try await invocation.storage.put(body, bucket: bucket, path: path, options: options)
    await exchange.answer(with: Nothing())
  }

  /// Reads a file, whose bytes are the answer's stream.
  private func get(_ exchange: IncomingExchange, bucket: String, path: String) async throws {
    let object = try await invocation.storage.get(bucket: bucket, path: path)
    let head = ObjectHead(contentType: object.contentType, size: object.size)
    exchange.answer(OperationAnswer.value(head).payload, hasBody: true)
    await exchange.send(object.body)
  }
}
