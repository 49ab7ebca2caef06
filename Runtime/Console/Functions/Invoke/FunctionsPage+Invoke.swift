import Edge
import OpenAPI

extension FunctionsPage {
  /// The form that calls a function, and the answer to its last call.
  func invokeForm(_ name: String, _ view: PageView) throws -> PageContent {
    guard let details = sources.functions.details(of: name), let operation = details.operation(view.query["operation"])
    else { throw PageError.notFound }
    let result = view.query["result"].flatMap { results.result($0, at: view.now) }
    let form = InvokeForm(details, operation, callers: sources.functions.callers, view, last: result?.form)
    var regions = [Region("invoke-form", Panel(title: "Invoke \(name)", actions: form.ways, content: form.html).html)]
    if let result {
      regions.append(Region("invoke-result", InvokeResult(result: result, view: view).html))
      regions.append(Region("invoke-lines", lines(of: result.request)))
    } else if view.query["result"] != nil {
      regions.append(Region("invoke-result", "<div class=\"empty\">The answer is not kept any more: call again.</div>"))
    } else if let request = try? InvokeInput(operation).example(as: .anon) {
      regions.append(Region("invoke-lines", lines(of: request)))
    }
    return PageContent(title: "Invoke \(name)", regions: regions)
  }

  private func lines(of request: InvokeRequest) -> HTML {
    let lines = InvokeLines(request: request, base: sources.host.url(), program: sources.functions.program)
    return """
      \(Panel(title: "The same call by curl", content: Code(lines.curl).html).html)\
      \(Panel(title: "The same call in Swift", content: Code(lines.swift).html).html)
      """
  }

  func perform(_ action: String, _ form: Form) async throws -> ActionOutcome {
    switch action {
    case "invoke": return try await invoke(form)
    case "retire": return try await end(form, atOnce: false)
    case "kill": return try await end(form, atOnce: true)
    default: throw PageError.notFound
    }
  }

  private func invoke(_ form: Form) async throws -> ActionOutcome {
    guard let name = form["function"], let details = sources.functions.details(of: name),
      let operation = details.operation(form["operation"])
    else { throw PageError.notFound }
    let caller = try InvokeCaller(form, among: sources.functions.callers)
    let request = try InvokeInput(operation).request(form, as: caller)
    let answer = try await sources.functions.invoke(request)
    let id = results.add(
      .init(
        function: name, operation: operation.id, request: request, form: form.replacing(["token": nil, "next": nil]),
        answer: answer, at: sources.clock.now))
    let query = Form(
      [.init("operation", operation.id), .init("result", id)] + (form["json"] == nil ? [] : [.init("as", "json")]))
    let took = Quantities.duration(seconds: answer.duration / .seconds(1))
    return ActionOutcome(
      "Called \(name) as \(caller.words): status \(answer.status) in \(took)",
      next: "functions/\(Form.encode(name))/invoke\(query.link)")
  }
}
