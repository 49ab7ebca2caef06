import Channel
import Edge
import Workers

/// The inputs and outputs of the controls of bundles.
enum BundleCommand {
  struct Deploy: Codable, Sendable {
    let bundle: String
    /// The absolute path of the executable.
    let executable: String
  }

  struct Name: Codable, Sendable {
    let bundle: String
  }

  /// The step of the change in hand; nil between changes.
  struct Progress: Codable, Sendable {
    let step: String?
  }

  /// The bundles whose seeds ran.
  struct Seeded: Codable, Sendable {
    var seeded: [String] = []
    /// Those whose seed failed; the host's log has the errors.
    var failed: [String] = []
    /// The errors' messages, by bundle; nil from a host of an earlier version.
    var reasons: [String: String]?
  }

  /// The manifests of the bundles that are served, with the digests of their versions.
  struct Manifests: Codable, Sendable {
    struct Entry: Codable, Sendable {
      let digest: String
      let manifest: Manifest
    }

    let bundles: [Entry]
  }
}
