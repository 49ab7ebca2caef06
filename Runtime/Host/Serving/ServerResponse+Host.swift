import Edge
import HTTPServer
import HTTPTypes

extension ServerResponse {
  /// The response of a function or of the host, with the host's fields.
  init(_ response: Response, _ host: HostFields) {
    let body: Body =
      if let array = response.body.array {
        .bytes(array)
      } else {
        switch response.body.content {
        case .bytes(let buffer): .buffer(buffer)
        case .stream(let write):
          .stream(length: response.body.length) { writer in
            try await write(ResponseWriter { try await writer.write($0) })
          }
        }
      }
    self.init(status: response.status, fields: MergedFields(own: response.headers, host: host), body: body)
  }
}

/// The fields of a response, followed by the host's.
private struct MergedFields: ResponseFields {
  let own: HTTPFields
  let host: HostFields

  func write(to bytes: inout ResponseBytes) {
    unsafe bytes.write("sb-request-id", count: 36) { unsafe host.id.uuid.write(to: $0) }
    host.forEach(with: own) { bytes.write($0, $1) }
  }
}
