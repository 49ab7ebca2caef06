package import Edge
import HTTPTypes
package import Host

/// The handler of `/console/events`: server-sent events with the changes of the views that a browser names.
///
/// It is a handler of its own since no limit on a function's time holds for it. The hub ends its streams.
package struct LiveEvents: PathHandler {
  package let name = "console_events"
  package let answersPreflights = true
  package let isPrivate = true
  package let isTimed = false
  package let isRecorded = false

  /// The most views of one browser.
  private static let maximumViews = 16

  private let gate: SessionGate
  private let hub: LiveHub

  init(_ gate: SessionGate, _ hub: LiveHub) {
    self.gate = gate
    self.hub = hub
  }

  package func respond(to request: PathRequest) async -> Response { answer(request).guarded() }

  private func answer(_ request: PathRequest) -> Response {
    let session: Session
    switch gate.admit(request) {
    case .session(let admitted): session = admitted
    case .response(let response): return response
    }
    guard request.request.method == .get else { return AccessRefusal.methodNotAllowed.response }
    let names = request.request.query.filter { $0.name == "view" }.map(\.value)
    // A tab of a page that cannot be watched must not end the updates of the browser's other tabs.
    let views = names.compactMap { ViewKey($0, canAct: session.role.canAct) }
    guard !views.isEmpty, names.count <= Self.maximumViews else {
      return .text("Name 1 to \(Self.maximumViews) views: /console/events?view=/console/logs\n", status: .badRequest)
    }
    do throws(ViewersState.Refusal) {
      let viewer = try hub.join(views, of: session, lastEvent: request.request.fields.first(.lastEventID))
      return .stream(contentType: "text/event-stream") { [gate] writer in
        try await viewer.run(writer, token: session.formToken) { gate.session(of: request)?.id == session.id }
      }
    } catch {
      var response = Response.text("\(error.message)\n", status: .serviceUnavailable)
      response.headers[.retryAfter] = "10"
      return response
    }
  }
}

extension ViewersState.Refusal {
  fileprivate var message: String {
    switch self {
    case .tooManyViewers:
      "\(ViewersState.maximumViewers) browsers watch this host already. Close one of them; this page can still be loaded again by hand."
    case .tooManyOfSession:
      "\(ViewersState.maximumOfSession) streams of this session are open already. Close a window; this page can still be loaded again by hand."
    case .tooManyViews:
      "\(ViewersState.maximumViews) different views of this host are watched already. This page can still be loaded again by hand."
    case .closed: "The host is stopping."
    }
  }
}

extension HTTPField.Name {
  fileprivate static let lastEventID = named("Last-Event-ID")
}
