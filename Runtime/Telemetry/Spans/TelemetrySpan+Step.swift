import Edge
import FoundationEssentials

extension TelemetrySpan {
  /// The span of a step of this run, with the attributes of the semantic conventions.
  ///
  /// - Parameters:
  ///   - number: its number among the parts of the run.
  ///   - called: the microseconds from the run's start to the call of the function.
  func step(_ operation: RunOperation, number: Int, called: Int, database: String) -> TelemetrySpan {
    let (began, _) = called.addingReportingOverflow(operation.began)
    let (word, rest) = Self.split(operation.text)
    var step: TelemetrySpan
    switch operation.kind {
    case .statement:
      let verb = word.uppercased()
      step = part(number, named: verb.isEmpty ? database : verb, .client, from: began, for: operation.microseconds)
      step.attributes = [
        TelemetryAttribute("db.system.name", database), TelemetryAttribute("db.query.text", operation.text),
        TelemetryAttribute("db.operation.name", verb),
      ]
    case .call:
      step = part(number, named: word, .client, from: began, for: operation.microseconds)
      step.attributes = [
        TelemetryAttribute("http.request.method", word), TelemetryAttribute("url.full", rest),
      ]
      step.attributes += Self.server(rest)
    case .enqueue:
      step = sending(operation, number, from: began, system: "swiftlet")
      step.attributes.append(TelemetryAttribute("faas.invoked_name", operation.text))
      if let job = operation.job { step.attributes.append(TelemetryAttribute("messaging.message.id", "\(job)")) }
    case .push: step = sending(operation, number, from: began, system: "apns")
    case .file:
      step = part(number, named: operation.text, .client, from: began, for: operation.microseconds)
      step.attributes = [
        TelemetryAttribute("swiftlet.storage.method", word), TelemetryAttribute("swiftlet.storage.bucket", rest),
      ]
    }
    if let status = operation.status {
      step.attributes.append(TelemetryAttribute("http.response.status_code", status))
    }
    // For a client, a status from 400 on is an error (semantic conventions for HTTP).
    let refusal = operation.status.flatMap { $0 >= 400 ? "\($0)" : nil }
    guard operation.error != nil || refusal != nil else { return step }
    step.isError = true
    step.error = operation.error
    step.attributes.append(TelemetryAttribute("error.type", refusal ?? "_OTHER"))
    return step
  }

  /// The span of a message that the run sends.
  private func sending(_ operation: RunOperation, _ number: Int, from began: Int, system: String) -> TelemetrySpan {
    var step = part(
      number, named: "send \(operation.text)", .producer, from: began, for: operation.microseconds)
    step.attributes = [
      TelemetryAttribute("messaging.system", system), TelemetryAttribute("messaging.operation.name", "send"),
      TelemetryAttribute("messaging.operation.type", "send"),
      TelemetryAttribute("messaging.destination.name", operation.text),
    ]
    return step
  }

  /// The first word of a text, and the rest.
  private static func split(_ text: String) -> (word: String, rest: String) {
    let parts = text.split(maxSplits: 1, whereSeparator: \.isWhitespace)
    return (parts.first.map { String($0.prefix(32)) } ?? "", parts.count > 1 ? String(parts[1]) : "")
  }

  private static func server(_ address: String) -> [TelemetryAttribute] {
    guard let url = URLComponents(string: address), let host = url.host, !host.isEmpty else { return [] }
    let port = url.port ?? (url.scheme == "http" ? 80 : 443)
    return [TelemetryAttribute("server.address", host), TelemetryAttribute("server.port", port)]
  }
}
