import Edge

/// The names that are taken by this program and by bundles, each with its owner.
struct BundleNames {
  private enum Kind: String {
    case function, procedure, job

    var words: String {
      switch self {
      case .function: "function"
      case .procedure: "database function"
      case .job: "job"
      }
    }
  }

  private struct Name: Hashable {
    let kind: Kind
    let name: String
  }

  private struct Owner {
    /// `the bundle notes`, or `this program`.
    let words: String
    /// The bundle; nil for this program.
    let bundle: String?
  }

  private var owners: [Name: Owner] = [:]

  /// Takes the names of functions that are linked into this program.
  mutating func take(functions: [any Endpoint], procedures: [any Endpoint], jobs: [Job]) {
    let owner = Owner(words: "this program", bundle: nil)
    for function in functions { owners[Name(kind: .function, name: function.name)] = owner }
    for function in procedures { owners[Name(kind: .procedure, name: function.name)] = owner }
    for job in jobs { owners[Name(kind: .job, name: job.name)] = owner }
  }

  /// Takes the names of a bundle.
  ///
  /// - Throws: ``BundleFault`` that names the owner of a name that is taken.
  mutating func take(_ bundle: LoadedBundle) throws(BundleFault) {
    for function in bundle.functions { try take(.function, function.name, bundle) }
    for function in bundle.procedures { try take(.procedure, function.name, bundle) }
    for job in bundle.jobs {
      // The queue runs both by their names.
      if let owner = owners[Name(kind: .function, name: job.name)] {
        throw conflict(.job, job.name, bundle, owner, otherKind: .function)
      }
      try take(.job, job.name, bundle)
    }
    for function in bundle.functions {
      if let owner = owners[Name(kind: .job, name: function.name)] {
        throw conflict(.function, function.name, bundle, owner, otherKind: .job)
      }
    }
  }

  private mutating func take(_ kind: Kind, _ name: String, _ bundle: LoadedBundle) throws(BundleFault) {
    let key = Name(kind: kind, name: name)
    if let owner = owners[key] { throw conflict(kind, name, bundle, owner, otherKind: kind) }
    owners[key] = Owner(words: "the bundle \(bundle.name)", bundle: bundle.name)
  }

  private func conflict(
    _ kind: Kind, _ name: String, _ bundle: LoadedBundle, _ owner: Owner, otherKind: Kind
  ) -> BundleFault {
    if owner.bundle == bundle.name {
      let words = kind == otherKind ? "two \(kind.words)s" : "a \(otherKind.words) and a \(kind.words)"
      return BundleFault("The bundle \(bundle.name) has \(words) named \(name)", hint: "rename one of them")
    }
    let first = "The bundle \(bundle.name) has a \(kind.words) named \(name)"
    let hint = owner.bundle.map { "rename one of them, or undeploy \($0) first" } ?? "rename the bundle's"
    guard kind != otherKind else { return BundleFault("\(first), and so has \(owner.words)", hint: hint) }
    return BundleFault(
      "\(first), and \(owner.words) has a \(otherKind.words) of that name: the queue runs both by their names",
      hint: hint)
  }
}
