import Channel
import Edge

/// The checks of a manifest that need nothing else.
enum ManifestCheck {
  /// The longest name of a bundle, a function or a job, in bytes.
  static let longestName = 128

  /// - Throws: ``BundleFault`` that says what is wrong, where, and what to do.
  static func check(_ manifest: Manifest) throws(BundleFault) {
    guard manifest.protocolVersion == Manifest.currentProtocol else {
      throw BundleFault.otherProtocol(manifest.protocolVersion, of: "The bundle \(shown(manifest.bundle))")
    }
    try check(manifest.bundle, "The bundle", of: nil)
    for function in manifest.functions { try check(function.name, "The function", of: manifest) }
    for function in manifest.procedures { try check(function.name, "The database function", of: manifest) }
    for route in manifest.routes { try check(route.function.name, "The function", of: manifest) }
    for job in manifest.jobs { try check(job.name, "The job", of: manifest) }
    for set in manifest.migrations where set.name.isEmpty || set.name == "swiftlet" || set.name == "auth" {
      throw BundleFault(
        "The bundle \(manifest.bundle) has migrations named \"\(set.name)\", a name that is the host's",
        hint: "give the set another name")
    }
  }

  private static func check(_ name: String, _ what: String, of manifest: Manifest?) throws(BundleFault) {
    guard FunctionName.isValid(name), name.utf8.count <= longestName else {
      let place = manifest.map { " of the bundle \($0.bundle)" } ?? ""
      throw BundleFault(
        "\(what) \"\(shown(name))\"\(place) has no usable name: \(FunctionName.rule), at most \(longestName)")
    }
  }

  /// A name for messages, without characters that control a terminal or its lines, and not longer than a line.
  private static func shown(_ name: String) -> String {
    let shown = name.unicodeScalars.filter { scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: false
      default: !scalar.properties.isBidiControl
      }
    }
    return String(String.UnicodeScalarView(shown.prefix(60)))
  }
}

extension BundleFault {
  /// The refusal of a bundle that was built against another version of the protocol.
  ///
  /// - Parameter what: the subject: `The bundle notes`.
  package static func otherProtocol(_ version: Int, of what: String) -> BundleFault {
    BundleFault(
      "\(what) speaks version \(version) of the workers' protocol; this host speaks version \(Manifest.currentProtocol)",
      hint: version < Manifest.currentProtocol
        ? "build it with this host's release of Swiftlet" : "update the host, or build it with this host's release")
  }
}
