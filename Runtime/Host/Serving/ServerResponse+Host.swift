import Edge
import HTTPServer
import HTTPTypes

extension ServerResponse {
  /// The response of a function or of the host, with the host's fields.
  init(_ response: Response, _ host: HostFields) {
    let body: Body =
      if let array = response.body.array {
        .bytes(array)
      } else if let run = response.body.tunnel {
        .tunnel(run)
      } else {
        switch response.body.content {
        case .bytes(let buffer): .buffer(buffer)
        case .stream(let write):
          .stream(length: response.body.length) { writer in
            try await write(ResponseWriter { try await writer.write($0) })
          }
        }
      }
    let fields = CompletedFields(
      own: response.headers, isForwarded: response.isForwarded, status: response.status.code, host: host)
    self.init(status: response.status, fields: fields, body: body)
  }
}

/// The fields of a response, with the host's. A forwarded one keeps the id and the date of its server.
private struct CompletedFields: ResponseFields {
  let own: HTTPFields
  let isForwarded: Bool
  let status: Int
  let host: HostFields

  func write(to bytes: inout ResponseBytes) {
    if !isForwarded || !own.contains(.requestID) {
      unsafe bytes.write("sb-request-id", count: 36) { unsafe host.id.uuid.write(to: $0) }
    }
    host.forEach(
      of: own, isForwarded: isForwarded, status: status, passed: { bytes.write($0) }, added: { bytes.write($0, $1) })
    if isForwarded { bytes.omitDate() }
  }
}
