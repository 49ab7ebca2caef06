import FoundationEssentials
import Workers

/// The bundles of the hosts with their versions, and the actions on those of this host.
struct BundlesPanel {
  private let bundles: [HostValue<BundleStanding>]
  private let isAlone: Bool
  private let step: String?
  private let view: PageView
  /// The bundles that have a version before the present one.
  private let reversible: Set<String>

  /// - Parameter step: the step of the change that goes on; nil for none.
  init(_ answers: HostAnswers, step: String?, _ view: PageView) {
    bundles = answers.items(\.bundles)
    isAlone = answers.isAlone
    self.step = step
    self.view = view
    reversible = Set(bundles.filter { $0.isOwn && $0.value.isReversible }.map(\.value.bundle))
  }

  var html: HTML {
    let progress: HTML = step.map { "<p>\(Badge(.busy, "changing").html) \($0)</p>" } ?? .empty
    let table = DataTable(
      columns: [
        .init("Bundle"), .init("Version"), .init("State"), .init("Functions", .end), .init("Routes", .end),
        .init("Jobs", .end), .init("From"),
        .init("Deployed"), .init(""),
      ],
      rows: bundles.map(row),
      empty: "<p>No bundle is deployed. Deploy one:</p>\(Code("swiftlet deploy <bundle> <executable>").html)",
      label: "Bundles")
    return Panel(title: "Bundles", content: "\(progress)\(table.html)").html
  }

  private func row(_ item: HostValue<BundleStanding>) -> DataTable.Row {
    let bundle = item.value
    return DataTable.Row(
      key: HostColumn.key("\(bundle.bundle) \(bundle.digest)", of: item), link: bundle.functionsLink,
      cells: [
        "\(bundle.bundle)", "<span title=\"\(bundle.digest)\">\(BundleVersion.short(bundle.digest))</span>",
        state(bundle),
        "\(bundle.functions.map(String.init) ?? "–")", "\(bundle.routes.map(String.init) ?? "–")",
        "\(bundle.jobs.map(String.init) ?? "–")", "\(bundle.origin)",
        bundle.deployedAt.map { Instant($0, now: view.now).html } ?? "–",
        item.isOwn ? actions(bundle, on: item.host) : .empty,
      ], host: HostColumn.name(of: item, unless: isAlone))
  }

  private func state(_ bundle: BundleStanding) -> HTML {
    let problem: HTML = bundle.state == .broken ? " <small>\(bundle.problem ?? "")</small>" : .empty
    return "\(bundle.badge.html)\(problem)"
  }

  private func actions(_ bundle: BundleStanding, on host: String) -> HTML {
    // What a flag or config.toml names is not changed here.
    guard bundle.state != .kept, bundle.deployedAt != nil else { return .empty }
    let fields = [Form.Field("bundle", bundle.bundle), Form.Field("version", bundle.digest), Form.host(host)]
    let back = ActionForm(
      section: .hosts, action: "rollback", fields: fields, label: "Roll back",
      confirmation: .sentence("The version before it takes the calls of \(bundle.bundle). Migrations are not undone."),
      view: view)
    let away = ActionForm(
      section: .hosts, action: "undeploy", fields: fields, label: "Undeploy", style: .danger,
      confirmation: .sentence(
        "The functions of \(bundle.bundle) answer no more, and its versions are removed. Its tables stay."),
      view: view)
    return "\(if: reversible.contains(bundle.bundle), back.html)\(away.html)"
  }

  /// The form that brings a new executable, and the equal command.
  static func deployment(_ view: PageView, of host: String, isAlone: Bool) -> HTML {
    let own = Form.host(host)
    let form: HTML = """
      <form class="fields" method="post" enctype="multipart/form-data" action="/console/hosts/actions/deploy">\
      \(ActionForm.hidden(.hosts, view))<input type="hidden" name="\(own.name)" value="\(own.value)">\
      <label>Bundle <input name="bundle" required maxlength="64" autocomplete="off" spellcheck="false"></label>\
      <label>Executable <input type="file" name="executable" required></label><button class="primary">Deploy</button></form>
      """
    return Panel(
      title: isAlone ? "Deploy" : "Deploy to this host",
      content: """
        <p>The host runs the executable, checks it, applies its migrations, and serves it from the next request on.</p>\
        \(if: view.canAct, form)<p>On the machine of the host, by a command:</p>\
        \(Code("swiftlet deploy <bundle> <executable>").html)
        """
    ).html
  }
}
