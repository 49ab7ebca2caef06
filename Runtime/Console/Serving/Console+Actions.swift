import Edge
import Host

extension Console {
  /// Performs an action, records it, and leads back to the page.
  func act(_ name: String, on section: Section, _ request: PathRequest, _ session: Session) async -> Response {
    guard let page = pages[section] else { return error(.notFound, request, session, in: nil) }
    if let limit = page.fileLimit(of: name), let upload = FileForm(request.request, limit: limit) {
      return await act(name, on: page, with: upload, request, session)
    }
    let form: Form
    do throws(PageError) {
      form = try await Form(of: request.request)
    } catch {
      return self.error(error, request, session, in: section)
    }
    if let refusal = gate.check(form, of: session) { return refused(refusal, request, session) }
    return await Self.toTheEnd {
      await finish(name, on: section, form, request, session, await result(of: name, form, page))
    }
  }

  /// Runs an action and its record to the end, also if the browser leaves meanwhile: no action is without its record.
  private static func toTheEnd(_ body: @escaping @Sendable () async -> Response) async -> Response {
    // The task is waited for here. The cancellation of the request does not reach it.
    await Task { await body() }.value
  }

  /// Performs an action of a form with a file. The session's token is checked before a byte of the file is kept.
  private func act(
    _ name: String, on page: any Page, with upload: FileForm, _ request: PathRequest, _ session: Session
  ) async -> Response {
    guard session.role.canAct else { return refused(.readOnly, request, session) }
    var upload = upload
    let form: Form
    do {
      form = try await upload.fields()
    } catch {
      return self.error(renderer.error(error, in: page.section), request, session, in: page.section)
    }
    if let refusal = gate.check(form, of: session) { return refused(refusal, request, session) }
    // Only after the fields: a client that sends them slowly must not occupy a place of the limit.
    guard let place = uploads.take() else {
      return error(
        .unavailable("Other files are being received: try again later"), request, session, in: page.section)
    }
    defer { withExtendedLifetime(place) {} }
    do {
      let file = try await upload.save()
      defer { file.remove() }
      return await Self.toTheEnd { [path = file.path] in
        await finish(name, on: page.section, form, request, session, await result(of: name, form, page, path))
      }
    } catch {
      let reason =
        error is CancellationError
        ? PageError.unavailable("The file was not received: the browser left, or the host is stopping")
        : renderer.error(error, in: page.section)
      return await Self.toTheEnd {
        await finish(name, on: page.section, form, request, session, .failure(reason))
      }
    }
  }

  private func result(
    of name: String, _ form: Form, _ page: any Page, _ file: String
  ) async -> Result<ActionOutcome, PageError> {
    do {
      return .success(try await page.perform(name, form, file: file))
    } catch {
      return .failure(renderer.error(error, in: page.section))
    }
  }

  /// Records an action, and leads back to the page.
  private func finish(
    _ name: String, on section: Section, _ form: Form, _ request: PathRequest, _ session: Session,
    _ result: Result<ActionOutcome, PageError>
  ) async -> Response {
    await actions.write(ActionRecord(of: name, on: section, form, by: session, at: sources.clock.now, result))
    live.changed()
    var next = SessionGate.next(form[SessionGate.nextField])
    switch result {
    case .success(let outcome):
      if let path = outcome.next { next = SessionGate.next("/console/\(path)") }
      flashes.add(Flashes.Flash(kind: .good, text: outcome.message), for: session)
    case .failure(let reason) where reason.isAnsweredAtOnce: return error(reason, request, session, in: section)
    case .failure(let error): flashes.add(Flashes.Flash(kind: .bad, text: error.message), for: session)
    }
    return .redirection(to: next)
  }

  private func result(of name: String, _ form: Form, _ page: any Page) async -> Result<ActionOutcome, PageError> {
    do {
      try form.checkConfirmation()
      return .success(try await page.perform(name, form))
    } catch {
      return .failure(renderer.error(error, in: page.section))
    }
  }
}
