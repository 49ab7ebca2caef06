import FoundationEssentials
import HTTPCalls
import HTTPTypes
import NIOCore

/// Sends requests of one signal to a collector: OTLP over HTTP, in protobuf.
struct CollectorClient: Sendable {
  private static let contentType = "application/x-protobuf"
  /// The statuses after which the same request may be sent again (OTLP, "OTLP/HTTP Response").
  private static let retryable: Set<Int> = [429, 502, 503, 504]

  let destination: CollectorDestination
  let envelope: ExportEnvelope
  let http: HTTPClient

  /// Sends items. Cancelling the task closes the connection.
  func send(_ items: [ExportItem], timeout: Duration) async -> ExportOutcome {
    var request = HTTPClient.Request(
      method: .post, url: destination.url, body: ByteBuffer(bytes: envelope.request(items.map(\.bytes))))
    request.timeout = timeout
    request.caFile = destination.certificate
    request.maximumResponseSize = 1 << 20
    do {
      for header in destination.headers { try request.setHeader(header.name, header.value) }
      request.headers[.contentType] = Self.contentType
      let response = try await http.send(request)
      return outcome(response, now: Date())
    } catch let error as HTTPClientError {
      return .failed(ExportOutcome.Fault(reason: "\(error)", hint: Self.hint(error.code)), retryAfter: nil)
    } catch {
      return .failed(ExportOutcome.Fault(reason: "\(error)", hint: "see the collector's log"), retryAfter: nil)
    }
  }

  private func outcome(_ response: HTTPClient.Response, now: Date) -> ExportOutcome {
    let status = response.status.code
    if (200...299).contains(status) { return .accepted(PartialSuccess(Array(response.body.readableBytesView))) }
    let fault = ExportOutcome.Fault(reason: "the collector answered \(status)", hint: Self.hint(status))
    guard Self.retryable.contains(status) else { return .refused(fault) }
    return .failed(fault, retryAfter: response.headers[.retryAfter].flatMap { RetryAfter.pause($0, now: now) })
  }

  private static func hint(_ status: Int) -> String {
    switch status {
    case 401, 403: "check the key in OTEL_EXPORTER_OTLP_HEADERS"
    case 300...399: "set OTEL_EXPORTER_OTLP_ENDPOINT to the address to which the collector redirects"
    case 404, 405, 415:
      "check OTEL_EXPORTER_OTLP_ENDPOINT: it is the address of OTLP over HTTP, mostly port 4318, without /v1/traces"
    case 413: "lower OTEL_BSP_MAX_EXPORT_BATCH_SIZE or OTEL_BLRP_MAX_EXPORT_BATCH_SIZE"
    case 429, 502, 503, 504: "the host tries again by itself; see whether the collector is overloaded"
    default: "see the collector's log"
    }
  }

  private static func hint(_ code: HTTPClientError.Code) -> String {
    switch code {
    case .couldNotResolve, .couldNotConnect: "start the collector, or check OTEL_EXPORTER_OTLP_ENDPOINT"
    case .tls: "check OTEL_EXPORTER_OTLP_CERTIFICATE and the collector's certificate"
    case .timedOut: "see whether the collector is overloaded, or raise OTEL_EXPORTER_OTLP_TIMEOUT"
    case .connectionClosed, .protocolError:
      "check that OTEL_EXPORTER_OTLP_ENDPOINT is the address of OTLP over HTTP, mostly port 4318"
    default: "see the collector's log"
    }
  }
}
