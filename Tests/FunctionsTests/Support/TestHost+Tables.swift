import Edge
import Foundation
import SwiftletTesting
import Testing

extension TestHost {
  /// A request to a table, whose response has the rows that it wrote.
  func table(
    _ method: HTTPRequest.Method, _ target: String, as caller: Caller, _ body: JSONValue? = nil
  ) async throws -> Answer {
    var headers: HTTPFields = [.contentType: "application/json"]
    headers[try #require(HTTPField.Name("Prefer"))] = "return=representation"
    return try Answer(
      await request(
        method, "/rest/v1/\(target)", as: caller, headers: headers, body: try body.map { try Wire.encode($0) } ?? []))
  }
}
