/// The findings of a command, as it shows them.
struct FindingReport: Encodable, Sendable {
  /// Whether none of them is a problem; in a strict report, nor a warning.
  let ok: Bool
  let findings: [Finding]

  /// - Parameter isStrict: whether warnings count as problems.
  init(_ findings: [Finding], isStrict: Bool = false) {
    self.findings = findings
    ok = !findings.contains { $0.state == .problem || isStrict && $0.state == .warning }
  }

  func count(_ state: Finding.State) -> Int { findings.count { $0.state == state } }

  /// Writes the findings to stdout, each with what to do below it.
  ///
  /// - Parameter title: the title of the column of their subjects.
  func write(asJSON: Bool, title: String) throws {
    guard !asJSON else { return try Output.json(self) }
    guard !findings.isEmpty else { return }
    let table = Table("STATE", title, "FOUND", of: findings) { [$0.state.rawValue, $0.subject, $0.message] }
    let lines = table.text.split(separator: "\n", omittingEmptySubsequences: false)
    let indent = String(repeating: " ", count: lines[0].count - "FOUND".count)
    Output.line(String(lines[0]))
    for (line, finding) in zip(lines.dropFirst(), findings) {
      Output.line(String(line))
      if let hint = finding.hint { Output.line("\(indent)→ \(hint)") }
    }
  }

  /// `1 problem, 2 warnings`. The number of problems is always part of it, also as `no problems`.
  var summary: String {
    let (problems, warnings) = (count(.problem), count(.warning))
    return "\(problems == 0 ? "no" : "\(problems)") problem\(problems == 1 ? "" : "s")"
      + (warnings == 0 ? "" : ", \(warnings) warning\(warnings == 1 ? "" : "s")")
  }
}
