import Edge
import HTTPTypes

/// The reason why none of a table's routes matches a request. A server behind the host may answer the request.
///
/// It is a class, so that a route holds one reference.
package final class TableRefusal: Error {
  /// The part of a request that no route accepts.
  package enum Cause: Error, Hashable {
    case method, path
    /// More parameters than are read.
    case length
    /// A parameter that requests of the method do not have.
    case parameter(String)
    /// A parameter of a name that has come already.
    case repeated(String)
    /// A parameter or a field that has a value of another kind.
    case form(of: String, takes: String)
    /// A `limit` or an `offset` that is negative or not a whole number.
    case count(String)
    /// A filter on a column that the route does not filter by.
    case filter(String)
    /// A filter that the route needs and the request lacks.
    case missing(String)
  }

  package let table: String
  /// The part of the request that no route accepts.
  package let cause: Cause
  private let method: HTTPRequest.Method
  private let routes: [TableRoute]

  /// - Parameter method: the request's method, GET for HEAD.
  init(_ cause: Cause, of table: String, _ method: HTTPRequest.Method, _ routes: [TableRoute]) {
    self.cause = cause
    self.table = table
    self.method = method
    self.routes = routes
  }

  /// The most characters of a client's text that a message repeats.
  private static let longestName = 64

  /// The table and the cause in words, without a full stop.
  package var message: String { "The functions of this host that serve the table \(table) do not answer \(words)" }

  private var words: String {
    func quoted(_ name: String) -> String { "'\(name.prefix(Self.longestName))'" }
    return switch cause {
    case .method: String(method.rawValue.prefix(Self.longestName))
    case .path: "this path"
    case .length: "so many parameters"
    case .parameter(let name): "the parameter \(quoted(name)) with \(method)"
    case .repeated(let name): "the parameter \(quoted(name)) twice"
    case .form(let name, let form): "\(quoted(name)) in this form: it takes \(form)"
    case .count(let name): "\(quoted(name)) in this form: it takes a number from 0"
    case .filter(let column): "a filter on \(quoted(column)) with \(method)"
    case .missing(let column): "\(method) without a filter on \(quoted(column))"
    }
  }

  /// The requests to the table that are answered, those of the same method if there are any.
  package var answered: String {
    let same = routes.filter { $0.action.method == method }
    return (same.isEmpty ? routes : same).map(\.description).joined(separator: ", ")
  }
}
