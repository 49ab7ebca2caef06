import Foundation
import Host

@testable import Console

/// Records of a ring for tests, and pages that are rendered from them.
enum EventFixture {
  static let now = Date(timeIntervalSince1970: 1_800_000_000)

  static func view(_ path: [String] = [], _ query: String = "", canAct: Bool = true) -> PageView {
    PageView(path: path, query: Form(encoded: query), canAct: canAct, now: now)
  }

  /// An invocation that ended some seconds ago.
  static func invocation(
    _ function: String, status: Int = 200, ago seconds: Double = 1, milliseconds: Int = 12,
    _ change: (inout InvocationRecord) -> Void = { _ in }
  ) -> InvocationRecord {
    var record = InvocationRecord(
      time: now.addingTimeInterval(-seconds), id: UUID(), function: function, status: status,
      timing: InvocationTiming(total: milliseconds * 1000))
    record.method = "POST"
    record.path = "/functions/v1/\(function)"
    change(&record)
    return record
  }

  static func death(_ function: String, lost: [String] = [], lines: [String] = []) -> WorkerDeathRecord {
    WorkerDeathRecord(
      time: now.addingTimeInterval(-1), bundle: "apps", version: "abcdef012345", group: "main", function: function,
      worker: 3, pid: 4711, reason: "SIGILL", description: "SIGILL", lost: lost, lines: lines, age: 12, served: 7)
  }

  /// Texts that would be markup, script or a change of direction if they were not escaped.
  static let hostile = [
    "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onmouseover='alert(1)",
    "</textarea><svg/onload=alert(1)>",
    "javascript:alert(1)", "&lt;b&gt;", "{{7*7}}", "\u{202E}evil", "a\u{0}b", "\u{1B}[31mred",
  ]

  /// Whether a page holds no markup of ``hostile``: it has neither of its elements, nor its texts without escapes.
  static func isHarmless(_ html: String) -> Bool {
    let forbidden = [
      "<script", "<img", "onerror=alert(1)>", "<svg/onload", "' onmouseover='", "\u{202E}", "\u{1B}",
      "href=\"javascript",
    ]
    // The session token's place is the only NUL, and it is the page's own.
    return forbidden.allSatisfy { !html.contains($0) }
  }
}
