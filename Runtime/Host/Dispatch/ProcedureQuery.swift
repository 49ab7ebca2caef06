import Edge

/// The query of a call of a database function: its arguments with GET, which come as text.
///
/// PostgREST also filters and shapes the rows of a result by the query. The host does not: such a query is refused, so
/// that a client does not take all rows for those that it asked for.
enum ProcedureQuery {
  /// The reason why a query is refused.
  enum Refusal: Error, Hashable {
    case length
    case parameter(String)

    /// The error in PostgREST's form.
    var response: Response {
      switch self {
      case .length: ProcedureError.response(.badRequest("There are more than \(ProcedureQuery.maximum) parameters"))
      case .parameter(let name):
        ProcedureError.response(
          status: .notImplemented, code: "NOT_IMPLEMENTED",
          message: "The functions of this host do not answer the parameter '\(name.prefix(64))' with a call",
          hint: "Pass it to the function as an argument, or filter the result in the client")
      }
    }
  }

  fileprivate static let maximum = 64

  /// Checks the query of a call whose arguments are in its body.
  static func check(_ query: [(name: String, value: String)]) throws(Refusal) {
    for (name, value) in query where !changesNothing(name, value) { throw .parameter(name) }
  }

  /// The arguments in a query, by the kinds of the function's arguments, as far as they are known.
  static func input(
    _ query: [(name: String, value: String)], _ shapes: [String: JSONSchema.Shape]
  ) throws(Refusal) -> JSONObject {
    guard query.count <= maximum else { throw .length }
    var input = JSONObject()
    for (name, text) in query {
      let shape = shapes[name]
      if shape == nil {
        if changesNothing(name, text) { continue }
        if TableQuery.words.contains(name) { throw .parameter(name) }
      }
      let read = value(of: text, shape)
      guard case .array(let element)? = shape else {
        input[name] = read
        continue
      }
      // Each repetition of an array's name adds an element, or those of an array in Postgres' form.
      let more = read.array ?? [value(of: text, element.shape)]
      input[name] = .array((input[name]?.array ?? []) + more)
    }
    return input
  }

  private static func changesNothing(_ name: String, _ value: String) -> Bool {
    name == "apikey" || name == "select" && value == "*"
  }

  /// The JSON value that a text stands for. A text of another kind stays one, so that the function names the fault.
  static func value(of text: String, _ shape: JSONSchema.Shape?) -> JSONValue {
    switch shape {
    case .boolean? where text == "true": true
    case .boolean? where text == "false": false
    case .integer?: Int64(text).map { .integer($0) } ?? .string(text)
    case .number?: Double(text).flatMap { $0.isFinite ? .number($0) : nil } ?? .string(text)
    case .array(let element)? where text.hasPrefix("{") && text.hasSuffix("}"):
      // Clients write an array as Postgres does, without quotes.
      .array(text.dropFirst().dropLast().split(separator: ",").map { value(of: String($0), element.shape) })
    default: .string(text)
    }
  }
}
