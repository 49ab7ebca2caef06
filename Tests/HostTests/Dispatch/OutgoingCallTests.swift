import Foundation
import Host
import SwiftletTesting
import Synchronization
import Testing

/// Calls of functions to other servers, which a closure answers.
@Suite struct OutgoingCallTests {
  private static let call = Function.raw("call", access: .anyone) { request, context in
    var call = HTTPClient.Request(url: "http://other.example/")
    if let own = request.headers[.accept] { try call.setHeader("traceparent", own) }
    let response = try await context.http.stream(call)
    return .stream(contentType: "text/plain") { writer in
      for try await chunk in response.body { try await writer.write(chunk) }
    }
  }

  @Test func aFunctionReachesTheHostsOfItsSettingAlone() async throws {
    func fetches(_ name: String) -> any Endpoint {
      Function(name, access: .anyone) { context in
        do {
          return "\(try await context.http.send(HTTPClient.Request(url: "http://127.0.0.1:1/")).status.code)"
        } catch let error as HTTPClientError {
          return error.code == .notAllowed ? "not allowed" : "tried"
        }
      }
    }
    try await withHarness(
      functions: [fetches("restricted"), fetches("none"), fetches("free"), fetches("allowed")],
      configure: { configuration in
        for (name, hosts) in [("restricted", ["api.example.com"]), ("none", []), ("allowed", ["127.0.0.1"])] {
          var own = FunctionConfiguration()
          own.allowedHosts = hosts
          configuration.functions[name] = own
        }
      }
    ) { host in
      for (name, found) in [
        ("restricted", "not allowed"), ("none", "not allowed"), ("free", "tried"), ("allowed", "tried"),
      ] {
        let answer = try await host.post("/functions/v1/\(name)", "")
        #expect(answer.body == "\"\(found)\"", "\(name)")
      }
    }
  }

  @Test(
    arguments: [
      (nil, nil, "root"), ("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", nil, "child"),
      ("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", "own", "own"), ("malformed", nil, "root"),
    ] as [(String?, String?, String?)])
  func aCallContinuesTheTraceOfItsRequestOrBeginsOne(_ sent: String?, _ own: String?, _ expected: String?) async throws
  {
    let seen = Mutex<[String]>([])
    let name = try #require(HTTPField.Name("traceparent"))
    let http = HTTPClient { request in
      seen.withLock { $0 += request.headers[values: name] }
      let chunks = Mutex(["a", "b"][...])
      return HTTPClient.StreamedResponse(
        body: HTTPClient.ResponseBody { chunks.withLock { $0.popFirst() }.map { ByteBuffer(string: $0) } })
    }
    let host = try await TestHost(functions: [Self.call], http: http)
    var headers: HTTPFields = [:]
    headers[name] = sent
    headers[.accept] = own
    let answer = try await host.request(.get, "/functions/v1/call", headers: headers)
    #expect(answer.text == "ab")
    // The response names the run's span; so does the call.
    let child = answer.headers[name]
    let id = try #require(answer.headers[.requestID].flatMap { UUID(uuidString: $0) })
    let root = "00-\(InvocationID(id).traceID)-\(InvocationID(id).spanID)-01"
    let fields = ["child": child, "root": root, "own": "own"]
    let field = try #require(fields[expected ?? ""] ?? nil)
    #expect(seen.withLock { $0 } == [field])
    #expect((child != nil) == (sent?.hasPrefix("00-") == true))
    await host.shutdown()
  }
}
