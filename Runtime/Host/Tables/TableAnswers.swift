import Edge
import FoundationEssentials
import HTTPTypes

/// The form of requests and responses at a table, which is PostgREST's.
struct TableAnswers: RouteAnswers {
  let call: TableCall

  /// The function's input: the body's object with the values of path and filters.
  ///
  /// - Throws: ``FunctionError`` 400 for a body that is not one row, or a value that contradicts the URL.
  func input(_ request: Request) throws -> Request {
    let inputs = try call.inputs.get()
    guard call.served.endpoint.traits.input == .json else { return request }
    var request = request
    guard call.action.takesBody else {
      request.body = RequestBody(inputs.json)
      return request
    }
    let bytes = request.body.bytes ?? []
    // Nothing is to be changed: the function decodes the body as it came.
    if inputs.isEmpty, call.query.written == nil, bytes.first == UInt8(ascii: "{") { return request }
    var row = bytes.isEmpty && call.action == .call ? TableRow() : try row(bytes)
    for (name, value) in inputs {
      if let own = row[name], !Self.isSame(try own.value, value) {
        throw FunctionError.validation("\(name) has another value in the body than in the URL")
      }
      row[name] = try RawJSON(String(decoding: Wire.encode(value), as: UTF8.self))
    }
    request.body = RequestBody(try Wire.encode(row))
    return request
  }

  private func row(_ bytes: [UInt8]) throws -> TableRow {
    guard call.action == .insert else { return try Request.decode(TableRow.self, from: bytes) }
    var rows: [TableRow]
    if bytes.first(where: { $0 > UInt8(ascii: " ") }) == UInt8(ascii: "[") {
      rows = try Request.decode([TableRow].self, from: bytes)
    } else {
      rows = [try Request.decode(TableRow.self, from: bytes)]
    }
    guard rows.count == 1, var row = rows.popLast() else {
      throw FunctionError.validation("Expected one row: an object, or an array of one object")
    }
    if let written = call.query.written { row.keep(written) }
    return row
  }

  /// Whether two values are the same, UUIDs in either case.
  private static func isSame(_ one: JSONValue, _ other: JSONValue) -> Bool {
    if one == other { return true }
    guard let one = one.string, let other = other.string, let id = UUID(uuidString: one) else { return false }
    return id == UUID(uuidString: other)
  }

  func answer(_ response: Response) throws -> Response {
    guard call.action != .call, response.status.code < 300 else { return response }
    var rows = try TableRows(response)
    let total = call.preferences.countsRows ? String(rows.count) : "*"
    guard call.action == .select || call.preferences.returnsRows else { return written(response, rows.count, total) }
    if call.action == .select {
      let count = rows.count
      guard !call.preferences.countsRows || call.query.offset <= count else { return unsatisfiable(count) }
      try rows.sort(by: call.query.order)
      rows.keep(from: call.query.offset, upTo: call.query.limit)
    }
    try rows.project(on: call.query.columns)
    guard !call.preferences.isSingular || rows.count == 1 else {
      return ProcedureError.notSingular(rows.count, isNested: true)
    }
    var answer = written(response, rows.count, total)
    answer.status = status(of: rows.count, total)
    answer.headers[.contentType] =
      call.preferences.isSingular ? "application/vnd.pgrst.object+json; charset=utf-8" : "application/json"
    answer.body = ResponseBody(call.preferences.isSingular ? rows.first ?? [] : rows.json)
    return answer
  }

  private func status(of count: Int, _ total: String) -> HTTPResponse.Status {
    switch call.action {
    case .insert: .created
    case .select: Int(total).map { count < $0 } == true ? .partialContent : .ok
    case .update, .delete, .call: .ok
    }
  }

  /// The response without a body.
  private func written(_ response: Response, _ count: Int, _ total: String) -> Response {
    var headers = response.headers
    headers[.contentType] = nil
    let hasRange = (call.action == .select || call.action == .update) && count > 0
    let offset = call.query.offset
    headers[.contentRange] = (hasRange ? "\(offset)-\(offset + count - 1)" : "*") + "/" + total
    headers[.preferenceApplied] = call.action == .select ? nil : call.preferences.applied.map { "return=\($0)" }
    headers.append(HTTPField(name: .accessControlExposeHeaders, value: "content-range, preference-applied"))
    return Response(status: call.action == .insert ? .created : .noContent, headers: headers)
  }

  private func unsatisfiable(_ count: Int) -> Response {
    ProcedureError.response(
      status: .rangeNotSatisfiable, code: "PGRST103", message: "Requested range not satisfiable",
      details: .string("An offset of \(call.query.offset) was requested, but there are only \(count) rows."),
      headers: [.contentRange: "*/\(count)"], isNested: true)
  }

  func response(to error: any Error) -> Response { ProcedureError.response(to: error, isNested: true) }
}
