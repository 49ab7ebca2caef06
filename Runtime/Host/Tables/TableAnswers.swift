import Edge
import Foundation
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
    let row = bytes.isEmpty && call.action == .call ? JSONObject() : try row(bytes)
    for (name, value) in inputs where !Self.isSame(row[name] ?? value, value) {
      throw FunctionError.validation("\(name) has another value in the body than in the URL")
    }
    let more = JSONObject(inputs.filter { row[$0.key] == nil }.map { ($0.key, $0.value) })
    request.body = RequestBody(Self.joined(more, row, bytes, isBody: call.query.written == nil))
    return request
  }

  /// The text of a row with more members before its own.
  ///
  /// - Parameters:
  ///   - bytes: the body. If it is the row itself, its text is kept, with the spelling of its numbers.
  ///   - isBody: whether the row has all members of the body.
  private static func joined(_ more: JSONObject, _ row: JSONObject, _ bytes: [UInt8], isBody: Bool) -> [UInt8] {
    if row.isEmpty { return more.json }
    let start = bytes.firstIndex { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    guard isBody, let start, bytes[start] == UInt8(ascii: "{") else {
      return JSONObject(more.map { ($0.key, $0.value) } + row.map { ($0.key, $0.value) }).json
    }
    return Array(more.json.dropLast()) + (more.isEmpty ? [] : [UInt8(ascii: ",")]) + bytes[(start + 1)...]
  }

  private func row(_ bytes: [UInt8]) throws -> JSONObject {
    guard call.action == .insert else { return try Request.decode(JSONObject.self, from: bytes) }
    let row: JSONObject
    switch try Request.decode(JSONValue.self, from: bytes) {
    case .object(let only): row = only
    case .array(let rows):
      guard rows.count == 1, let only = rows.first?.object else { fallthrough }
      row = only
    default: throw FunctionError.validation("Expected one row: an object, or an array of one object")
    }
    guard let written = call.query.written else { return row }
    return JSONObject(row.filter { written.contains($0.key) }.map { ($0.key, $0.value) })
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
    guard !call.preferences.isSingular || rows.count == 1 else { return notSingular(rows.count) }
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
    headers[.accessControlExposeHeaders] = "content-range, preference-applied"
    return Response(status: call.action == .insert ? .created : .noContent, headers: headers)
  }

  private func notSingular(_ count: Int) -> Response {
    ProcedureError.response(
      status: .notAcceptable, code: "PGRST116", message: "Cannot coerce the result to a single JSON object",
      details: .string("The result contains \(count) rows"), isNested: true)
  }

  private func unsatisfiable(_ count: Int) -> Response {
    ProcedureError.response(
      status: .rangeNotSatisfiable, code: "PGRST103", message: "Requested range not satisfiable",
      details: .string("An offset of \(call.query.offset) was requested, but there are only \(count) rows."),
      headers: [.contentRange: "*/\(count)"], isNested: true)
  }

  func response(to error: any Error) -> Response {
    switch AnsweredError(error) {
    case .host(let error): ProcedureError.response(error, isNested: true)
    case .function(let error): ProcedureError.response(error, isNested: true)
    }
  }
}
