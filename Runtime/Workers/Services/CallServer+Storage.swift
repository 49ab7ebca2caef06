import Channel
import Edge

extension CallServer {
  /// Stores a file, whose bytes are the exchange's stream.
  func put(_ exchange: IncomingExchange, bucket: String, path: String, _ options: PutOptions) async throws {
    let body = exchange.body.map { body in RequestBody { try await body.next() } } ?? RequestBody()
    try await invocation.storage.put(body, bucket: bucket, path: path, options: options)
    await exchange.answer(with: Nothing())
  }

  /// Reads a file, whose bytes are the answer's stream.
  func get(_ exchange: IncomingExchange, bucket: String, path: String) async throws {
    let object = try await invocation.storage.get(bucket: bucket, path: path)
    let head = ObjectHead(contentType: object.contentType, size: object.size)
    exchange.answer(OperationAnswer.value(head).payload, hasBody: true)
    await exchange.send(object.body)
  }
}
