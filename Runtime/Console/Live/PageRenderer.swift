import Edge
import Logging

/// Renders pages, away from the event loops: a page may read much.
struct PageRenderer: Sendable {
  /// The time limit of one page, however many statements it runs. By default it is shorter than the limit of one
  /// statement.
  static let timeLimit: Duration = .seconds(5)

  let pages: Pages
  let logger: Logger
  var timeLimit = Self.timeLimit

  /// Renders a view.
  ///
  /// - Throws: ``PageError``; also if it takes too long. Its statements are cancelled then.
  @concurrent func content(of view: PageView, in section: Section) async throws -> PageContent {
    guard let page = pages[section] else { throw PageError.notFound }
    do {
      return try await withThrowingTaskGroup(of: PageContent.self) { group in
        group.addTask { try await page.content(of: view) }
        group.addTask {
          try await Task.sleep(for: timeLimit)
          logger.warning("A page of the console took too long", metadata: ["page": "\(section.rawValue)"])
          throw PageError.unavailable(
            "Reading this page took longer than \(timeLimit), and was given up: the database is slow, or the filter matches too much. Try a narrower one."
          )
        }
        defer { group.cancelAll() }
        guard let content = try await group.next() else { throw CancellationError() }
        return content
      }
    } catch {
      throw self.error(error, in: section)
    }
  }

  /// Renders a view for its viewers.
  @concurrent func rendering(of view: PageView, in section: Section) async -> Rendering {
    do {
      let content = try await content(of: view, in: section)
      return .content(title: content.title, regions: content.regions.map(RenderedRegion.init))
    } catch {
      return .failure((error as? PageError)?.message ?? "This page could not be rendered.")
    }
  }

  /// The error to show. What it does not say is logged.
  func error(_ error: any Error, in section: Section) -> PageError {
    if let error = error as? PageError { return error }
    if let error = error as? FunctionError { return .unavailable(error.message) }
    if error is CancellationError {
      return .unavailable("The request was cancelled: the browser disconnected, or the host is stopping.")
    }
    logger.error("A page of the console failed", metadata: ["page": "\(section.rawValue)", "error": "\(error)"])
    return .unavailable("This did not succeed. The host's log has the reason.")
  }
}
