public import HTTPTypes
import NIOCore

/// An HTTP request to a function.
public struct Request: Sendable {
  /// The method.
  public var method: HTTPRequest.Method
  /// The path below the function's name, still encoded: `/tasks/1` of `/functions/v1/todo/tasks/1`, empty if there is
  /// none.
  public var path: String
  /// The query without its question mark, still encoded; nil if there is none.
  public var rawQuery: String?
  /// Every header field, including `Authorization`.
  public var headers: HTTPFields {
    get { fields.all }
    set { fields = RequestFields(newValue) }
  }
  /// ``headers`` before their conversion to `HTTPFields`.
  package private(set) var fields: RequestFields
  /// The body.
  public var body: RequestBody

  /// Creates a request.
  public init(
    method: HTTPRequest.Method = .post, path: String = "", rawQuery: String? = nil, headers: HTTPFields = [:],
    body: RequestBody = RequestBody()
  ) {
    self.init(method: method, path: path, rawQuery: rawQuery, fields: RequestFields(headers), body: body)
  }

  package init(
    method: HTTPRequest.Method, path: String = "", rawQuery: String?, fields: RequestFields, body: RequestBody
  ) {
    self.method = method
    self.path = path
    self.rawQuery = rawQuery
    self.fields = fields
    self.body = body
  }

  /// The parts of the path below the function's name, percent-decoded: `["tasks", "1"]`.
  public var pathSegments: [String] {
    path.split(separator: "/").map { PercentEncoding.decode($0, plusIsSpace: false) ?? String($0) }
  }

  /// The names and values of the query in order, percent-decoded.
  public var query: [(name: String, value: String)] {
    QueryPairs(rawQuery).map { (QueryPairs.decode($0.name), QueryPairs.decode($0.value)) }
  }

  /// The first value of that name in the query.
  public func query(_ name: String) -> String? {
    QueryPairs(rawQuery).first { QueryPairs.isName($0.name, name) }.map { QueryPairs.decode($0.value) }
  }
}
