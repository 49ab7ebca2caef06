import Edge
import Wire

/// The answer to a call from the console, on its page.
struct InvokeResult: Sendable {
  let result: InvokeResults.Result
  let view: PageView

  var html: HTML {
    let answer = result.answer
    let kind: Badge.Kind = answer.status < 400 ? .good : answer.status < 500 ? .warning : .bad
    var facts: [(HTML, HTML)] = [
      ("Status", Badge(kind, "\(answer.status)").html),
      ("Duration", "\(Quantities.duration(seconds: answer.duration / .seconds(1)))"),
      ("Called", Instant(result.at, now: view.now).html), ("Caller", "\(result.request.caller.words)"),
      ("Request", "<code>\(result.request.method) \(result.request.target)</code>"),
      ("Size", "\(Quantities.bytes(answer.body.count))\(if: answer.isCut, ", cut or broken off")"),
    ]
    if let id = answer.id { facts.append(("Invocation", "<a href=\"\(Section.invocations.path(id))\">\(id)</a>")) }
    let headers = answer.headers.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
    return """
      \(Panel(title: "Answer", content: "\(Facts(facts).html)\(body)").html)\
      \(Panel(title: "Header fields", content: Code(headers).html).html)
      """
  }

  private var body: HTML {
    let answer = result.answer
    guard !answer.body.isEmpty else { return "<div class=\"empty\">The answer has no body.</div>" }
    let type = answer.headers.first { $0.name.lowercased() == "content-type" }?.value ?? ""
    if !answer.isCut, type.contains("json"), let value = try? Wire.decode(JSONValue.self, from: answer.body) {
      return Code(IndentedJSON.text(of: value)).html
    }
    guard
      let text = String(validating: answer.body, as: UTF8.self)
        ?? (answer.isCut ? String(decoding: answer.body, as: UTF8.self) : nil),
      !text.contains("\0")
    else { return "<div class=\"empty\">The body is no text: \(Quantities.bytes(answer.body.count)) of \(type).</div>" }
    return Code(text).html
  }
}
