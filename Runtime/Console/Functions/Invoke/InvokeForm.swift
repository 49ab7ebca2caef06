import Edge
import OpenAPI

/// The form that calls a function. Its fields are made from the schema of the function's input.
struct InvokeForm {
  private let function: String
  private let operations: [OpenAPI.Operation]
  private let operation: OpenAPI.Operation
  private let callers: [InvokeCaller.Kind]
  private let view: PageView
  /// The form of the last call, whose values the fields have again.
  private let last: Form?

  init(
    _ details: FunctionDetails, _ operation: OpenAPI.Operation, callers: [InvokeCaller.Kind], _ view: PageView,
    last: Form?
  ) {
    function = details.description.name
    operations = details.operations
    self.operation = operation
    self.callers = callers
    self.view = view
    self.last = last
  }

  private var prefersJSON: Bool { view.query["as"] == "json" }

  /// The links to the other operations, and to the other way of input.
  var ways: HTML {
    let path = Section.functions.path(function, "invoke")
    var links: [HTML] =
      operations.count < 2
      ? []
      : operations.map { other in
        let mark: HTML = other.id == operation.id ? " aria-current=\"true\"" : .empty
        return
          "<a class=\"button\"\(mark) href=\"\(path)\(Form([.init("operation", other.id)]).link)\">\(other.method.uppercased()) \(other.path)</a> "
      }
    if InvokeInput(operation).hasBothWays {
      let query = Form([.init("operation", operation.id)] + (prefersJSON ? [] : [.init("as", "json")]))
      links.append("<a class=\"button\" href=\"\(path)\(query.link)\">\(prefersJSON ? "As fields" : "As JSON")</a>")
    }
    return HTML(links)
  }

  var html: HTML {
    guard view.canAct else { return "<div class=\"empty\">This session only reads: it calls no functions.</div>" }
    guard !callers.isEmpty else {
      return
        "<div class=\"empty\">This host has no secret that signs tokens, so the console can call no function.</div>"
    }
    return """
      <form class="invoke" method="post" action="\(Section.functions.path)/actions/invoke">\(ActionForm.hidden(.functions, view))\
      <input type="hidden" name="function" value="\(function)"><input type="hidden" name="operation" value="\(operation.id)">\
      \(input)\(caller)<p><button class="primary">\(operation.method.uppercased()) \(operation.path)</button></p></form>
      """
  }

  private var input: HTML {
    switch InvokeInput(operation).way(prefersJSON: prefersJSON) {
    case .none: return "<p>It takes no input.</p>"
    case .fields(let fields): return HTML(fields.map(field))
    case .json(let example): return Self.area("json", "Input as JSON", last?["json"] ?? example)
    case .raw: return raw
    }
  }

  private func field(_ field: InvokeField) -> HTML {
    let value = last?[field.name] ?? ""
    let required: HTML = field.isRequired && !field.isNullable && field.kind != .text ? " required" : .empty
    let name: HTML = "name=\"\(field.name)\"\(required)"
    let control: HTML =
      switch field.kind {
      case .text: "<input \(name) value=\"\(value)\" autocomplete=\"off\">"
      case .integer: "<input \(name) value=\"\(value)\" inputmode=\"numeric\" autocomplete=\"off\">"
      case .number: "<input \(name) value=\"\(value)\" inputmode=\"decimal\" autocomplete=\"off\">"
      case .boolean: Self.select(name, [""] + ["true", "false"], value)
      case .choice(let values): Self.select(name, [""] + values, value)
      case .json: "<textarea \(name) rows=\"4\" spellcheck=\"false\">\(value.isEmpty ? "" : value)</textarea>"
      }
    return """
      <label>\(field.key)\(if: field.isRequired, " *") <small>\(field.hint)\(if: field.isNullable, " or null")</small>\(control)</label>
      """
  }

  private static func select(_ name: HTML, _ values: [String], _ chosen: String) -> HTML {
    let options = values.map { value -> HTML in
      "<option value=\"\(value)\"\(if: value == chosen, " selected")>\(value.isEmpty ? "–" : value)</option>"
    }
    return "<select \(name)>\(options)</select>"
  }

  private static func area(_ name: HTML, _ label: HTML, _ text: String) -> HTML {
    // Browsers drop a line break after the start tag. The added one keeps a line break with which the text begins.
    "<label>\(label)<textarea name=\"\(name)\" rows=\"12\" spellcheck=\"false\">\n\(text)</textarea></label>"
  }

  /// Method, rest of the path, media type and body, for a function whose input is not known.
  private var raw: HTML {
    let isFunction = operation.path.hasPrefix("/functions/v1/")
    let method = Self.select("name=\"method\"", InvokeInput.methods, last?["method"] ?? "POST")
    return """
      \(if: isFunction, "<label>Method\(method)</label>")\
      \(if: isFunction, "<label>After the name <small>starts with / or ?</small><input name=\"rest\" value=\"\(last?["rest"] ?? "")\" autocomplete=\"off\"></label>")\
      <label>Media type<input name="content_type" value="\(last?["content_type"] ?? "application/json")" autocomplete="off"></label>\
      \(Self.area("body", "Body", last?["body"] ?? ""))
      """
  }

  private var caller: HTML {
    let chosen = last?["caller"].flatMap(InvokeCaller.Kind.init) ?? usual
    let options = callers.map { kind -> HTML in
      "<option value=\"\(kind.rawValue)\"\(if: kind == chosen, " selected")>\(kind.words)</option>"
    }
    let user: HTML = """
      <label>User <small>UUID; empty for a new one</small><input name="user" value="\(last?["user"] ?? "")" autocomplete="off"></label>
      """
    return "<label>Caller<select name=\"caller\">\(options)</select></label>\(if: callers.contains(.user), user)"
  }

  /// The caller that the function's access admits.
  private var usual: InvokeCaller.Kind {
    let wanted: InvokeCaller.Kind =
      switch operation.access {
      case .anyone, .verified: .anon
      case .user: .user
      case .serviceRole, .custom: .serviceRole
      }
    return callers.contains(wanted) ? wanted : callers.first ?? .anon
  }
}

extension FunctionDetails {
  /// An operation by its id; the first one without an id.
  func operation(_ id: String?) -> OpenAPI.Operation? {
    id.map { id in operations.first { $0.id == id } } ?? operations.first
  }
}
