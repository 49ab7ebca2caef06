import HTTPServer
import HTTPTypes
import NIOCore

/// Header fields that a test gives.
struct TestFields: ResponseFields {
  private let fields: [(String, String)]

  init(_ fields: [(String, String)]) { self.fields = fields }

  func write(to bytes: inout ResponseBytes) {
    for (name, value) in fields { if let name = HTTPField.Name(name) { bytes.write(name, value) } }
  }
}

extension ServerResponse {
  /// A text of status 200.
  static func test(_ text: String, status: HTTPResponse.Status = .ok) -> ServerResponse {
    ServerResponse(status: status, fields: TestFields([]), body: .bytes(Array(text.utf8)))
  }
}
