import Edge
import FoundationEssentials
import Jobs
import Workers

/// The page of the hosts of the database and of their bundles.
struct HostsPage: Page {
  let section = Section.hosts
  private let controls: any Controls
  private let host: HostDescription

  private let questions: HostQuestions

  init(_ sources: ConsoleSources) {
    controls = sources.controls
    host = sources.host
    questions = sources.hosts
  }

  func content(of view: PageView) async throws -> PageContent {
    guard view.path.isEmpty else { throw PageError.notFound }
    let hosts: [JobHost] = try await controls.call("jobs_hosts")
    let bundles = await questions.ask(.bundles)
    let progress: Progress? = try? await controls.call("bundles_progress")
    return PageContent(
      title: "Hosts and bundles",
      regions: [
        Region("hosts-note", HostsNote(bundles).html),
        Region("hosts", HostsPanel(hosts: hosts, own: host.name, now: view.now).html),
        Region("bundles", BundlesPanel(bundles, step: progress?.step, view).html),
        Region("deploy", BundlesPanel.deployment(view, of: host.name, isAlone: bundles.isAlone)),
      ])
  }

  private struct Progress: Decodable {
    let step: String?
  }

  func perform(_ action: String, _ form: Form) async throws -> ActionOutcome {
    guard let bundle = form["bundle"], !bundle.isEmpty else { throw PageError.invalid("The bundle's name is missing") }
    guard ["rollback", "undeploy"].contains(action) else { throw PageError.notFound }
    try form.checkHost(host.name)
    try await checkVersion(of: bundle, form["version"])
    switch action {
    case "rollback":
      let report: DeploymentReport = try await controls.act("bundles_rollback", ["bundle": bundle])
      return ActionOutcome("Rolled back \(report.inWords)")
    default:
      let report: DeploymentReport = try await controls.act("bundles_undeploy", ["bundle": bundle])
      return ActionOutcome("Undeployed \(report.inWords)")
    }
  }

  /// Compares the version that the form has shown with the present one. A second rollback of the same page would go back
  /// two versions.
  private func checkVersion(of bundle: String, _ shown: String?) async throws {
    guard let shown else { throw PageError.invalid("The form names no version: reload the page") }
    let standings: [BundleStanding] = try await controls.call("bundles")
    guard standings.contains(where: { $0.bundle == bundle && $0.state != .kept && $0.digest == shown }) else {
      throw PageError.outdated(
        "Nothing was changed: \(bundle) no longer has the version \(BundleVersion.short(shown)). Reload the page.")
    }
  }

  /// An executable with its debugging symbols has some hundred megabytes.
  private static let executableLimit = 1 << 30

  func fileLimit(of action: String) -> Int? { action == "deploy" ? Self.executableLimit : nil }

  func perform(_ action: String, _ form: Form, file path: String) async throws -> ActionOutcome {
    guard let bundle = form["bundle"], !bundle.isEmpty else { throw PageError.invalid("The bundle's name is missing") }
    try form.checkHost(host.name)
    let deployment: JSONValue = ["bundle": .string(bundle), "executable": .string(path)]
    let report: DeploymentReport = try await controls.act("bundles_deploy", deployment)
    guard report.isChanged else {
      return ActionOutcome("Nothing to change: \(bundle) has this version already", count: 0)
    }
    return ActionOutcome("Deployed \(report.inWords)")
  }
}

extension DeploymentReport {
  /// `notes: 3f2a91c0 in place of 77b1e0d4`.
  fileprivate var inWords: String {
    switch (digest, previous) {
    case (let digest?, let previous?):
      "\(bundle): \(BundleVersion.short(digest)) in place of \(BundleVersion.short(previous))"
    case (let digest?, nil): "\(bundle): \(BundleVersion.short(digest))"
    case (nil, let previous?): "\(bundle), which was \(BundleVersion.short(previous))"
    case (nil, nil): bundle
    }
  }
}
