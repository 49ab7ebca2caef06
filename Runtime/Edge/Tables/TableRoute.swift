package import HTTPTypes

/// A path below `/rest/v1` that a function answers, in PostgREST's form.
///
/// An app reads and writes tables with its client's `from("…")`. A route lets a function answer such a request: with
/// the rules of the app, and on a host that has no PostgREST. Every other request to the table goes to the project.
///
/// ```swift
/// let routes: [TableRoute] = [
///   .insert("posts", createPost),
///   .select("comments", filters: ["post_id": "post_id"], comments),
///   .update("posts", filters: ["id": "post_id"], updatePost),
///   .call("posts/{post_id}/like", likePost),
/// ]
/// ```
///
/// A filter is `column=eq.value` in the query. A route answers a request that has every one of `filters`, any number of
/// `optional`, and no other filter.
public struct TableRoute: Sendable {
  /// The action of a request on a table.
  public enum Action: String, Sendable, Hashable {
    /// `POST` with one row. The function returns the stored row.
    case insert
    /// `GET`. The function returns an array of rows.
    case select
    /// `PATCH` with the columns to change. The function returns the row as it is then, or an array of rows.
    case update
    /// `DELETE`. The function returns the deleted row, an array of rows, or ``NoContent``.
    case delete
    /// `POST` to a path of its own. The response is the function's.
    case call
  }

  /// The action of its requests on the table.
  public let action: Action
  /// The path below `/rest/v1`: a table's name, and segments of which `{name}` stands for any text, which is the
  /// function's input `name`.
  public let path: String
  package let filters: [TableFilter]
  package let endpoint: any Endpoint

  private init(
    _ action: Action, _ path: String, _ filters: KeyValuePairs<String, TableInput>,
    _ optional: KeyValuePairs<String, TableInput>, _ function: any Endpoint
  ) {
    self.action = action
    self.path = path
    self.filters =
      filters.map { TableFilter(column: $0, input: $1, isRequired: true) }
      + optional.map { TableFilter(column: $0, input: $1, isRequired: false) }
    endpoint = function
  }

  /// A route of a manifest.
  package init(_ action: Action, _ path: String, filters: [TableFilter], _ endpoint: any Endpoint) {
    self.action = action
    self.path = path
    self.filters = filters
    self.endpoint = endpoint
  }

  /// A route for `POST /rest/v1/<table>`: the body, an object or an array of one object, is the function's input.
  public static func insert(_ table: String, _ function: any Endpoint) -> TableRoute {
    TableRoute(.insert, table, [:], [:], function)
  }

  /// A route for `GET /rest/v1/<table>`. The function only reads; the host applies `select`, `order`, `limit` and
  /// `offset` to its rows.
  ///
  /// - Parameters:
  ///   - table: the table's name.
  ///   - filters: the filters that a request must have: the column, and the function's input of its value.
  ///   - optional: the filters that a request may have.
  ///   - function: the function. Its input has the filters' values alone.
  public static func select(
    _ table: String, filters: KeyValuePairs<String, TableInput> = [:],
    optional: KeyValuePairs<String, TableInput> = [:], _ function: any Endpoint
  ) -> TableRoute {
    TableRoute(.select, table, filters, optional, function)
  }

  /// A route for `PATCH /rest/v1/<table>`, with filters as in ``select(_:filters:optional:_:)``. The function's input
  /// is the body with the filters' values.
  public static func update(
    _ table: String, filters: KeyValuePairs<String, TableInput>, optional: KeyValuePairs<String, TableInput> = [:],
    _ function: any Endpoint
  ) -> TableRoute {
    TableRoute(.update, table, filters, optional, function)
  }

  /// A route for `DELETE /rest/v1/<table>`, with filters as in ``select(_:filters:optional:_:)``. The function's input
  /// has the filters' values alone.
  public static func delete(
    _ table: String, filters: KeyValuePairs<String, TableInput>, optional: KeyValuePairs<String, TableInput> = [:],
    _ function: any Endpoint
  ) -> TableRoute {
    TableRoute(.delete, table, filters, optional, function)
  }

  /// A route for `POST /rest/v1/<path>`: the body's object, with the path's segments, is the function's input.
  public static func call(_ path: String, _ function: any Endpoint) -> TableRoute {
    TableRoute(.call, path, [:], [:], function)
  }
}

extension TableRoute: CustomStringConvertible {
  /// The method, the path, and the filters: `PATCH /rest/v1/posts?id=eq.{post_id}`, optional ones in brackets.
  public var description: String {
    var query = filters.filter(\.isRequired).map(\.description).joined(separator: "&")
    for filter in filters where !filter.isRequired { query += "[\(query.isEmpty ? "" : "&")\(filter)]" }
    return "\(action.method.rawValue) /rest/v1/\(path)\(query.isEmpty ? "" : "?\(query)")"
  }
}

extension TableRoute.Action {
  package var method: HTTPRequest.Method {
    switch self {
    case .insert, .call: .post
    case .select: .get
    case .update: .patch
    case .delete: .delete
    }
  }

  package var takesBody: Bool {
    switch self {
    case .insert, .update, .call: true
    case .select, .delete: false
    }
  }
}
