import Edge
import HTTPTypes

/// The answer to the first request with a key, as the database has it.
struct StoredAnswer: Sendable, Hashable {
  /// The largest sum of an answer's body and fields, in bytes.
  static let largest = 64 << 10

  /// The digest of the first request.
  let payload: PayloadDigest
  let status: Int
  /// The header fields as a JSON array of names and values; nil for JSON without other fields, as most answers are.
  let fields: String?
  let body: [UInt8]
}

extension StoredAnswer {
  /// - Throws: ``HostError`` 500 `IDEMPOTENT_ANSWER_TOO_LARGE` for an answer that is streamed or too large.
  init(_ response: Response, to payload: PayloadDigest) throws {
    if let length = response.body.length, length > Self.largest { throw HostError.answerTooLarge }
    guard let count = response.body.count else { throw HostError.streamedAnswer }
    let fields = try Self.text(of: response.headers)
    guard count + (fields?.utf8.count ?? 0) <= Self.largest else { throw HostError.answerTooLarge }
    self.init(payload: payload, status: response.status.code, fields: fields, body: response.body.wholeBytes ?? [])
  }

  /// The response to a request that was sent again.
  ///
  /// - Throws: ``HostError`` 422 `IDEMPOTENCY_KEY_REUSED` if that request is another one.
  func replayed(to payload: PayloadDigest) throws -> Response {
    guard payload == self.payload else { throw HostError.keyReused }
    var response = Response(json: body, status: HTTPResponse.Status(code: status))
    if let fields {
      let pairs = try Wire.decode([[String]].self, from: [UInt8](fields.utf8))
      response.headers = HTTPFields(
        pairs.compactMap { pair in
          guard pair.count == 2, let name = HTTPField.Name(pair[0]) else { return nil }
          return HTTPField(name: name, value: pair[1])
        })
    }
    return response
  }

  private static func text(of fields: HTTPFields) throws -> String? {
    if fields.count == 1, fields[fields.startIndex] == HTTPField(name: .contentType, value: "application/json") {
      return nil
    }
    return String(decoding: try Wire.encode(fields.map { [$0.name.rawName, $0.value] }), as: UTF8.self)
  }
}
