import Edge
import OpenAPI

extension InvokeInput {
  /// The methods of a call to a function whose input is not known.
  static let methods = ["POST", "GET", "PUT", "PATCH", "DELETE"]

  /// The request of a form.
  ///
  /// - Throws: ``PageError/invalid(_:)`` that names the field that is not valid.
  package func request(_ form: Form, as caller: InvokeCaller) throws(PageError) -> InvokeRequest {
    switch way(prefersJSON: form["json"] != nil) {
    case .none: return try placed(nil, caller)
    case .raw: return try raw(form, caller)
    case .fields(let fields):
      var object = JSONObject()
      for field in fields { object[field.key] = try field.value(of: form[field.name]) }
      return try placed(.object(object), caller)
    case .json: return try placed(try Self.json(form["json"] ?? ""), caller)
    }
  }

  private static func json(_ text: String) throws(PageError) -> JSONValue {
    do throws(JSONFault) {
      return try Wire.decode(JSONValue.self, from: [UInt8](text.utf8))
    } catch {
      throw .invalid("The input is not JSON: \(error)")
    }
  }

  /// The request with an input, whose members stand in path, query and body as the operation says.
  private func placed(_ input: JSONValue?, _ caller: InvokeCaller) throws(PageError) -> InvokeRequest {
    var (path, query) = (operation.path, [(String, String)]())
    var rest = input
    if operation.placement != .body || !operation.parameters.isEmpty {
      guard var members = input?.object ?? (input == nil ? JSONObject() : nil) else {
        throw .invalid("The input of \(operation.path) is a JSON object")
      }
      for parameter in operation.parameters {
        let value = members.removeValue(forKey: parameter.member)
        guard let value, let text = Self.text(of: value) else {
          guard parameter.isRequired else { continue }
          throw .invalid(
            "\(parameter.member) is missing, or is not a text or a number: it stands in the \(parameter.place)")
        }
        if parameter.place == "path" {
          path = path.replacing("{\(parameter.name)}", with: Form.encode(text))
        } else {
          query.append((parameter.name, parameter.prefix + text))
        }
      }
      switch operation.placement {
      case .body: rest = .object(members)
      case .absent:
        if let key = members.first?.key { throw .invalid("\(key) is in no parameter of \(operation.path)") }
        rest = nil
      case .query:
        for (key, value) in members {
          guard let text = Self.text(of: value) else {
            throw .invalid("\(key) is not a text or a number: it stands in the query")
          }
          query.append((key, text))
        }
        rest = nil
      }
    }
    let target =
      query.isEmpty ? path : path + "?" + query.map { Form.encode($0) + "=" + Form.encode($1) }.joined(separator: "&")
    return InvokeRequest(
      method: operation.method.uppercased(), target: target, body: try rest.map(Self.bytes), caller: caller)
  }

  /// The request of a form for a body in any form, with a method and what follows the path.
  private func raw(_ form: Form, _ caller: InvokeCaller) throws(PageError) -> InvokeRequest {
    let isFunction = operation.path.hasPrefix("/functions/v1/")
    let method = isFunction ? form["method"] ?? "POST" : operation.method.uppercased()
    let rest = isFunction ? form["rest"] ?? "" : ""
    guard Self.methods.contains(method) else {
      throw .invalid("method is not one of \(Self.methods.joined(separator: ", "))")
    }
    guard rest.isEmpty || rest.hasPrefix("/") || rest.hasPrefix("?") else {
      throw .invalid("What follows the name has to start with / or ?")
    }
    guard rest.utf8.count <= 2048, rest.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") })
    else {
      throw .invalid("What follows the name is a part of a URL: percent-encode what is not plain ASCII")
    }
    let type = form["content_type"] ?? "application/json"
    guard !type.isEmpty, type.utf8.count <= 200, type.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
      throw .invalid("content_type is not a media type")
    }
    let body = form["body"] ?? ""
    return InvokeRequest(
      method: method, target: operation.path + rest,
      body: body.isEmpty || method == "GET" ? nil : [UInt8](body.utf8), contentType: type, caller: caller)
  }

  /// The text of a value in a path or a query; nil for `null`, arrays and objects.
  private static func text(of value: JSONValue) -> String? {
    switch value {
    case .string(let text): text
    case .integer(let number): String(number)
    case .number(let number): "\(number)"
    case .bool(let value): value ? "true" : "false"
    case .null, .array, .object: nil
    }
  }

  private static func bytes(_ value: JSONValue) throws(PageError) -> [UInt8] {
    do { return try Wire.encode(value) } catch { throw .invalid("The input has no form as JSON") }
  }
}
