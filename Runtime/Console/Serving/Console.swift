package import Edge
import FoundationEssentials
import HTTPTypes
package import Host
package import Logging

/// The host's own web page, at `/console`.
package struct Console: PathHandler {
  package let name = "console"
  /// Preflights are refused like every other `OPTIONS`: no page of another origin reads the console.
  package let answersPreflights = true
  package let isPrivate = true
  /// Its own pages are not among the calls that they show.
  package let isRecorded = false

  /// Sends the changes of pages. It is a service that stops before the host does.
  package let live: LiveHub
  package let events: LiveEvents
  let sources: ConsoleSources
  let pages: Pages
  let gate: SessionGate
  let actions: ActionLog
  let renderer: PageRenderer
  let flashes = Flashes()
  /// The places of the files that are received, which also bound the disk space that they take.
  let uploads = Places(2)

  /// - Parameter pages: the pages; nil for the ten pages of the console.
  package init(_ sources: ConsoleSources, gate: SessionGate, actions: ActionLog, pages: Pages? = nil, logger: Logger) {
    self.sources = sources
    self.gate = gate
    self.actions = actions
    self.pages = pages ?? Pages(sources)
    renderer = PageRenderer(pages: self.pages, logger: logger)
    live = LiveHub(renderer, ring: sources.ring, clock: sources.clock)
    sources.hosts.onChange { [weak live] in live?.changed() }
    events = LiveEvents(gate, live)
  }

  package func add(to handlers: inout PathHandlers) {
    handlers.byPrefix.append(("/console", self))
    handlers.byPrefix.append(("/console/events", events))
  }

  package func respond(to request: PathRequest) async -> Response { await answer(request).guarded() }

  package func response(to refusal: FunctionError) -> Response? {
    var response = Response.text("\(refusal.message)\n", status: refusal.status)
    for field in refusal.headers { response.headers.append(field) }
    return response.guarded()
  }

  private func answer(_ request: PathRequest) async -> Response {
    if let refusal = gate.refusal(of: request) {
      if request.request.method == .post { actions.note(refusal, of: request.request.path, client: request.client) }
      return refusal.response
    }
    switch ConsoleRoute(request.request.method, Array(request.request.pathSegments.dropFirst())) {
    case .root: return .redirection(to: Section.overview.path)
    case .asset(let name):
      return Asset.all.first { $0.name == name }?.response ?? .text("There is no such file.\n", status: .notFound)
    case .loginForm: return loginPage(request, next: request.request.query(SessionGate.nextField))
    case .login: return await login(request)
    case .enter:
      do throws(AccessRefusal) { return try gate.enter(request) } catch { return loginPage(request, error) }
    case .logout: return await inSession(request) { await logout(request, of: $0) }
    case .page(let section, let path): return await inSession(request) { await page(section, path, request, $0) }
    case .action(let section, let name): return await inSession(request) { await act(name, on: section, request, $0) }
    case .unknown: return await inSession(request) { error(.notFound, request, $0, in: nil) }
    }
  }

  private func inSession(_ request: PathRequest, _ answer: (Session) async -> Response) async -> Response {
    switch gate.admit(request) {
    case .session(let session): return await answer(session)
    case .response(let response):
      guard request.request.method == .post else { return response }
      actions.note(.noSession, of: request.request.path, client: request.client)
      // A form of a browser leads to the login page, and from there back to the form's page.
      guard request.request.fields.values(.fetchMode) == ["navigate"] else { return response }
      let form = try? await Form(of: request.request)
      return gate.toLogin(next: form?[SessionGate.nextField])
    }
  }
}
