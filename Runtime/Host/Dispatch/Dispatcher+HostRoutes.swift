import Edge
import HTTPTypes

extension Dispatcher {
  func signedObject(_ bucket: Substring, _ path: Substring, _ arrival: Arrival) async -> Response {
    guard let storage else { return HostError.notFound.response }
    let request = arrival.request(below: "", RequestBody())
    guard request.method == .get || request.method == .head else {
      return HostError.methodNotAllowed("GET, HEAD").response
    }
    do {
      return try await storage.read(bucket: bucket, path: path, request)
    } catch {
      if error.statusCode >= 500 {
        logger.error("A stored file was not sent", metadata: ["id": "\(arrival.id)", "reason": "\(error.message)"])
      }
      return error.response
    }
  }

  /// Answers only requests from this machine, or with the service key.
  func privately(_ head: IncomingRequest, _ answer: () -> Response) async -> Response {
    if head.isLocal(trusting: configuration.trustedProxies) { return answer() }
    do {
      guard try await authorizer.identity(head.headers, at: clock.now).role == .serviceRole else {
        return HostError(refusal: .permissionDenied()).response
      }
      return answer()
    } catch {
      return error.response
    }
  }
}
