import Foundation
import Testing

@testable import Console

/// Texts of applications in jobs, their tries and schedules are text on the pages.
@Suite struct HostileJobTests {
  private static let hostile =
    Markup.hostile + [
      "</script><script>alert(1)</script>", "\u{1B}[2Jx", "\u{2066}x\u{2069}", "\u{7F}", "\" autofocus x=\"",
    ]

  private static func view(_ path: [String], _ query: String = "") -> PageView {
    PageView(
      path: path, query: Form(encoded: query), canAct: true, now: Date(timeIntervalSince1970: 1_772_366_400))
  }

  /// The text as it has to stand on a page.
  private static func escaped(_ text: String) -> String { ("\(text)" as HTML).text }

  private static func markup(_ page: any Page, _ view: PageView) async throws -> Markup {
    Markup(try await page.content(of: view))
  }

  @Test(arguments: hostile) func aJobIsShownAsItIs(_ text: String) async throws {
    let page = QueuePage(.of(try AnsweringControls(JobAnswers.all(text))))
    let clean = QueuePage(.of(try AnsweringControls(JobAnswers.all("ship"))))
    for view in [
      Self.view([]), Self.view([], "q=state:completed"), Self.view(["17"]),
      Self.view(["change"], "action=delete&q=state:dead"),
    ] {
      let markup = try await Self.markup(page, view)
      #expect(markup.foreignTags.isEmpty, "\(markup.foreignTags)")
      // A text from outside cannot become a place of the session's token.
      let places = try await Self.markup(clean, view).tokenPlaces
      #expect(markup.tokenPlaces == places)
    }
    let escaped = Self.escaped(text)
    let list = try await Self.markup(page, Self.view([])).html
    for part in [
      "data-label=\"Input\"><code>\(escaped)</code>", "data-label=\"Key\">\(escaped)</td>",
      "<span title=\"\(escaped)\">",
      "data-label=\"Last error\">\(escaped)</td>", "Cancel <code>\(escaped)</code>",
    ] {
      #expect(list.contains(part), "\(part)")
    }
    let detail = try await Self.markup(page, Self.view(["17"])).html
    #expect(detail.contains("<dt>Key</dt><dd><code>\(escaped)</code></dd>"))
    #expect(detail.contains("<dt>Last error</dt><dd>\(escaped)</dd>"))
  }

  @Test(arguments: hostile) func aScheduleIsShownAsItIs(_ text: String) async throws {
    let page = SchedulesPage(.of(try AnsweringControls(JobAnswers.all(text))))
    let clean = SchedulesPage(.of(try AnsweringControls(JobAnswers.all("ship"))))
    for path in [[], ["ship"]] {
      let markup = try await Self.markup(page, Self.view(path))
      #expect(markup.foreignTags.isEmpty, "\(markup.foreignTags)")
      let places = try await Self.markup(clean, Self.view(path)).tokenPlaces
      #expect(markup.tokenPlaces == places)
      #expect(markup.html.contains("<code>\(Self.escaped(text))</code>"))
    }
  }
}
