import Edge
import FoundationEssentials

/// The page of the settings in force, the migrations and the routes.
struct SettingsPage: Page {
  let section = Section.settings
  let controls: any Controls
  let host: HostDescription

  func content(of view: PageView) async throws -> PageContent {
    guard view.path.isEmpty else { throw PageError.notFound }
    let settings: [PrintedSetting] = try await controls.call("settings")
    let migrations: [MigrationLine] = try await controls.call("migrations")
    let routes: [RouteLine] = try await controls.call("routes")
    var regions = [
      Region("settings-filter", Self.filterBar(view)),
      Region("settings", SettingsPanel(settings, view.filter).html),
      Region("migrations", MigrationsPanel(migrations, view.filter).html),
      Region("routes", RoutesPanel(routes, view.filter).html),
    ]
    if view.canAct, let tool = await tokenTool(view) { regions.append(Region("token", tool)) }
    return PageContent(title: "Settings", regions: regions)
  }

  private static func filterBar(_ view: PageView) -> HTML {
    FilterBar(
      section: .settings, filter: view.filter, placeholder: "key or value",
      hints: ["from:default", "from:environment", "from:config.toml", "state:pending", "access:anyone"]
    ).html
  }

  /// The tool that makes tokens; nil on a host whose secret is its own, which has no such command.
  private func tokenTool(_ view: PageView) async -> HTML? {
    guard host.isEmbedded, host.isLoopback else { return nil }
    let request = TokenRequest(view.query)
    do {
      let minted: MintedToken = try await controls.call("token", request ?? TokenRequest(role: "anon", subject: nil))
      let result: Result<MintedToken, PageError>? = request == nil ? nil : .success(minted)
      return TokenTool(request: request, result: result, url: host.url(), now: view.now).html
    } catch let error as FunctionError {
      guard request != nil, error.status != .notFound else { return nil }
      let result = Result<MintedToken, PageError>.failure(.invalid(error.message))
      return TokenTool(request: request, result: result, url: host.url(), now: view.now).html
    } catch {
      return nil
    }
  }
}

extension TokenRequest {
  /// The request of the tool's form; nil without one.
  fileprivate init?(_ query: Form) {
    guard let role = query["role"], !role.isEmpty else { return nil }
    self.init(role: role, subject: role == "authenticated" ? query["sub"].flatMap { UUID(uuidString: $0) } : nil)
  }
}
