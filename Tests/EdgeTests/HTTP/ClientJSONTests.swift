import Edge
import NIOCore
import Synchronization
import Testing

/// JSON in calls to other servers.
@Suite struct ClientJSONTests {
  private struct Mail: Codable, Equatable {
    let to: String
    let copies: Int?
  }

  /// A server that records its requests, and answers each with its body.
  private final class Recorder: HTTPTransport {
    private let requests = Mutex<[HTTPClient.Request]>([])

    var sent: [HTTPClient.Request] { requests.withLock { $0 } }

    func exchange(_ request: HTTPClient.Request, isStreamed: Bool) async throws -> HTTPClient.StreamedResponse {
      requests.withLock { $0.append(request) }
      return HTTPClient.StreamedResponse(body: HTTPClient.ResponseBody(request.body ?? ByteBuffer()))
    }

    func shutdown() async {}
  }

  private let url = "https://mail.example/mails"
  private let mail = Mail(to: "ada@example.com", copies: nil)

  @Test func aValueIsPostedAsJSONAndReadBack() async throws {
    let recorder = Recorder()
    let response = try await HTTPClient(transport: recorder).post(url, json: mail)
    #expect(try response.decode(Mail.self) == mail)
    let request = try #require(recorder.sent.first)
    #expect(request.method == .post)
    #expect(request.url == url)
    #expect(request.headers[.contentType] == "application/json")
    #expect(request.body.map { String(buffer: $0) } == #"{"to":"ada@example.com"}"#)
  }

  @Test func aBufferIsSentAsItIs() async throws {
    let recorder = Recorder()
    _ = try await HTTPClient(transport: recorder).post(url, json: ByteBuffer(string: "[1]"))
    #expect(recorder.sent.first?.body.map { String(buffer: $0) } == "[1]")
  }

  @Test func theContentTypeOfTheCallerIsKept() throws {
    let request = try HTTPClient.Request(
      method: .put, url: url, json: mail, headers: [.contentType: "application/vnd.api+json"])
    #expect(request.method == .put)
    #expect(request.headers[values: .contentType] == ["application/vnd.api+json"])
  }

  @Test func aValueThatJSONCannotRepresentIsRefused() async {
    let recorder = Recorder()
    await #expect(throws: EncodingError.self) { try await HTTPClient(transport: recorder).post(url, json: Double.nan) }
    #expect(recorder.sent.isEmpty)
  }

  @Test func aBodyOfAnotherFormDoesNotDecode() throws {
    let response = HTTPClient.Response(url: url, status: .ok, body: ByteBuffer(string: #"{"to":1}"#))
    let fault = try #require(throws: JSONFault.self) { try response.decode(Mail.self) }
    #expect(fault.path == "$.to")
  }
}
