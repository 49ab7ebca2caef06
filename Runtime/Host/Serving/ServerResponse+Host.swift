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
    let fields: any ResponseFields =
      response.isForwarded
      ? ForwardedFields(own: response.headers, status: response.status.code, host: host)
      : MergedFields(own: response.headers, status: response.status.code, host: host)
    self.init(status: response.status, fields: fields, body: body)
  }
}

/// The fields of another server's response, the request's id unless that server has set one, and the policy of a
/// document.
private struct ForwardedFields: ResponseFields {
  let own: HTTPFields
  let status: Int
  let host: HostFields

  func write(to bytes: inout ResponseBytes) {
    if !own.contains(.requestID) { host.writeID(to: &bytes) }
    host.forEach(
      withForwarded: own, status: status, passed: { bytes.write($0) }, added: { bytes.write($0, $1) })
    bytes.omitDate()
  }
}

/// The fields of a response, followed by the host's.
private struct MergedFields: ResponseFields {
  let own: HTTPFields
  let status: Int
  let host: HostFields

  func write(to bytes: inout ResponseBytes) {
    host.writeID(to: &bytes)
    host.forEach(with: own, status: status, passed: { bytes.write($0) }, added: { bytes.write($0, $1) })
  }
}

extension HostFields {
  fileprivate func writeID(to bytes: inout ResponseBytes) {
    unsafe bytes.write("sb-request-id", count: 36) { unsafe id.uuid.write(to: $0) }
  }
}
