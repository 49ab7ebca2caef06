import Edge
import Host
import Wire

/// The texts, marks and links of a step that the pages share.
enum StepWords {
  /// The most characters of a text in a line; the whole is below it.
  private static let shortest = 72

  /// The kind of the step, and its text.
  static func name(_ step: RunOperation) -> HTML {
    let line = step.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let short = line.count > shortest ? "\(line.prefix(shortest - 1))…" : line
    let name: HTML = "<small>\(word(step.kind))</small> <code>\(short)</code>"
    guard short != step.text, step.kind == .statement else { return name }
    return "<details class=\"sql\"><summary>\(name)</summary>\(Code(step.text).html)</details>"
  }

  /// The path of the job or the notification; nil for another step.
  static func link(_ step: RunOperation) -> String? {
    if let push = step.push { return Section.push.path(filter: "id:\(push.lowercased)") }
    return step.job.map { Section.queue.path("\($0)") }
  }

  /// How it ended.
  static func result(_ step: RunOperation) -> HTML {
    let status = step.status.map(String.init)
    if let error = step.error { return Badge(.bad, [status, error].compactMap(\.self).joined(separator: " ")).html }
    if let job = step.job { return "job \(job)" }
    guard let status else { return .empty }
    return step.kind == .push ? Badge(.good, "accepted").html : "\(status)"
  }

  /// The class of its bar.
  static func colour(_ step: RunOperation) -> HTML {
    if step.error != nil || (step.status ?? 0) >= 500 { return "bad" }
    return switch step.kind {
    case .statement: "busy"
    case .enqueue: "idle"
    case .call, .file: "accent"
    case .push: "good"
    }
  }

  private static func word(_ kind: RunOperation.Kind) -> HTML {
    switch kind {
    case .statement: "database"
    case .call: "call"
    case .enqueue: "enqueue"
    case .push: "push"
    case .file: "file"
    }
  }
}
