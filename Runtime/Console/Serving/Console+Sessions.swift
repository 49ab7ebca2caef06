import Edge
import HTTPTypes
import Host

extension Console {
  /// The form that signs in, with the reason for which the last try was refused.
  func loginPage(_ request: PathRequest, _ refusal: AccessRefusal? = nil, next: String? = nil) -> Response {
    let page = LoginPage(acceptsKeys: gate.acceptsKeys, next: SessionGate.next(next), failure: refusal?.message)
    let layout = Layout(
      title: "Sign in", section: nil, view: nil, session: nil, sections: [], theme: Theme(request.request.fields),
      host: sources.host.name, content: page.html)
    var response = Response.page(layout.html, status: refusal?.status ?? .ok)
    // The fields of the refusal's own response: when to try again.
    if let refusal { response.headers[.retryAfter] = refusal.response.headers[.retryAfter] }
    return response
  }

  /// Signs in by a key.
  func login(_ request: PathRequest) async -> Response {
    let form: Form
    do throws(PageError) {
      form = try await Form(of: request.request)
    } catch {
      return .text("\(error.message)\n", status: error.status)
    }
    do throws(AccessRefusal) {
      return try gate.login(request, form: form)
    } catch {
      return loginPage(request, error, next: form[SessionGate.nextField])
    }
  }

  func logout(_ request: PathRequest, of session: Session) async -> Response {
    guard let form = try? await Form(of: request.request), gate.permits(form, of: session) else {
      return refused(.wrongToken, request, session)
    }
    return gate.logout(request, of: session)
  }
}
