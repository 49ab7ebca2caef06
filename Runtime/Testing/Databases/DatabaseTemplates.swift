/// The prepared databases of this process, which tests copy. Each is made when it is first needed.
///
/// A copy takes a small part of the time that migrations and seeds take.
actor DatabaseTemplates<Template: Sendable> {
  private enum State {
    case beingMade(waiting: [CheckedContinuation<Void, Never>])
    case made(Template)
  }

  private let make: @Sendable (DatabaseContents) async throws -> Template
  private var states: [DatabaseContents: State] = [:]

  /// - Parameter make: makes the template of some contents. It is called again only after it has thrown.
  init(make: @escaping @Sendable (DatabaseContents) async throws -> Template) { self.make = make }

  /// The template of some contents. The first caller makes it, and others wait.
  ///
  /// - Throws: the error of a migration or of the seed.
  func template(of contents: DatabaseContents) async throws -> Template {
    while true {
      switch states[contents] {
      case .made(let template): return template
      case .beingMade(let waiting):
        await withCheckedContinuation { states[contents] = .beingMade(waiting: waiting + [$0]) }
      case nil:
        states[contents] = .beingMade(waiting: [])
        do {
          let template = try await make(contents)
          set(.made(template), for: contents)
          return template
        } catch {
          set(nil, for: contents)
          throw error
        }
      }
    }
  }

  private func set(_ state: State?, for contents: DatabaseContents) {
    let last = states[contents]
    states[contents] = state
    if case .beingMade(let waiting) = last { for continuation in waiting { continuation.resume() } }
  }
}
