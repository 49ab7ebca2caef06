import FoundationEssentials

/// The dependency of a package that `init` makes on Swiftlet.
struct PackageDependency: Hashable {
  /// The line of the manifest: a URL and a version, or a path from the package's folder.
  let declaration: String
  /// The package's identity in product dependencies; SwiftPM takes it from the last part of the address.
  let identity: String

  /// Makes the dependency from the flags of `init`.
  ///
  /// - Parameters:
  ///   - location: A folder or the URL of a repository; nil takes the sources this executable was built from.
  ///   - version: The least version to take from a URL; nil for this one.
  ///   - package: The package's folder, from which a relative path starts. It may not exist yet.
  /// - Throws: ``Failure`` if the folder holds no package, or the version is malformed.
  init(_ location: String?, version: String? = nil, in package: String) throws(Failure) {
    let given = location ?? Self.ownSources
    let isURL = given.contains("://") || given.hasPrefix("git@")
    let address = isURL ? given : Self.resolved(given)
    guard isURL || FileManager.default.fileExists(atPath: Paths.resolve("Package.swift", in: address)) else {
      throw Failure(
        .failed, "There is no Swiftlet package at \(address)", hint: "say where it is with --swiftlet <folder or URL>")
    }
    guard isURL || version == nil else {
      throw Failure(.failed, "A folder has no versions", hint: "give --swiftlet a URL, or leave out --swiftlet-version")
    }
    let least = version ?? Program.runtimeVersion
    guard least.wholeMatch(of: /[0-9]{1,9}\.[0-9]{1,9}\.[0-9]{1,9}(-[0-9A-Za-z.-]+)?/) != nil else {
      throw Failure(.failed, "\(least) is not a version", hint: "give one such as \(Program.runtimeVersion)")
    }
    let text = isURL ? address : Self.path(from: Self.resolved(package), to: address)
    guard !text.contains(where: { $0 == "\"" || $0 == "\\" || $0.isNewline }) else {
      throw Failure(.failed, "The address of Swiftlet has characters that a manifest cannot hold")
    }
    let last = address.split(separator: "/").last.map(String.init) ?? address
    identity = (last.hasSuffix(".git") ? String(last.dropLast(4)) : last).lowercased()
    declaration = isURL ? ".package(url: \"\(text)\", from: \"\(least)\")" : ".package(path: \"\(text)\")"
  }

  /// A folder's path with symbolic links resolved, so that `..` in a relative path is right.
  private static func resolved(_ folder: String) -> String {
    Paths.absolute(URL(filePath: Paths.absolute(folder)).resolvingSymlinksInPath().path(percentEncoded: false))
  }

  /// A relative path, which stays right when both folders move together.
  private static func path(from folder: String, to other: String) -> String {
    let (from, to) = (folder.split(separator: "/"), other.split(separator: "/"))
    let common = zip(from, to).prefix { $0 == $1 }.count
    let parts = [Substring](repeating: "..", count: from.count - common) + to.dropFirst(common)
    return parts.isEmpty ? "." : parts.joined(separator: "/")
  }

  /// The checkout that holds this file.
  private static let ownSources: String = {
    // Four components below the root: Runtime, CommandLine, Template and this file.
    let root = (0..<4).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
    return Paths.absolute(root.path(percentEncoded: false))
  }()
}
