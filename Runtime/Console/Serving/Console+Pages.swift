import Edge
import FoundationEssentials
import HTTPTypes
import Host

extension Console {
  func page(_ section: Section, _ path: [String], _ request: PathRequest, _ session: Session) async -> Response {
    let query = Form(encoded: request.request.rawQuery)
    let key = ViewKey(section, path: path, query: query, canAct: session.role.canAct)
    if path == ["download"], let file = pages[section]?.download(key.view(at: sources.clock.now)) { return file }
    let content: PageContent
    do {
      content = try await renderer.content(of: key.view(at: sources.clock.now), in: section)
    } catch {
      return self.error(renderer.error(error, in: section), request, session, in: section)
    }
    let regions = content.regions.map { region -> HTML in
      "<section class=\"region\" id=\"\(region.id)\" data-region>\(region.content)</section>"
    }
    return layout(
      content.title, "\(sentences(for: session))<div id=\"regions\">\(regions)</div>", request, session, in: section,
      view: key.liveName)
  }

  /// A page that says what went wrong.
  func error(_ error: PageError, _ request: PathRequest, _ session: Session, in section: Section?) -> Response {
    let title =
      switch error {
      case .notFound: "Not found"
      case .invalid: "Not valid"
      case .outdated: "Out of date"
      case .unavailable: "Not possible now"
      }
    let back = section ?? .overview
    let content: HTML = """
      \(sentences(for: session))<p class="flash bad" role="alert">\(error.message)</p><p><a href="\(back.path)">\(back.title)</a></p>
      """
    return layout(title, content, request, session, in: section, status: error.status)
  }

  /// A page that says why an action was refused.
  func refused(_ refusal: AccessRefusal, _ request: PathRequest, _ session: Session) -> Response {
    actions.note(refusal, of: request.request.path, client: request.client)
    return layout(
      "Refused", "<p class=\"flash bad\" role=\"alert\">\(refusal.message)</p>", request, session, in: nil,
      status: refusal.status)
  }

  private func layout(
    _ title: String, _ content: HTML, _ request: PathRequest, _ session: Session, in section: Section?,
    view: String? = nil,
    status: HTTPResponse.Status = .ok
  ) -> Response {
    let layout = Layout(
      title: title, section: section, view: view, session: session, sections: pages.sections,
      theme: Theme(request.request.fields),
      host: sources.host.name, content: content)
    return .page(layout.html, token: session.formToken, status: status)
  }

  /// The sentences about the session's actions since its last page.
  private func sentences(for session: Session) -> HTML {
    HTML(
      flashes.take(for: session).map { flash -> HTML in
        "<p class=\"flash \(flash.kind.name)\" role=\"status\">\(flash.text)</p>"
      })
  }
}
