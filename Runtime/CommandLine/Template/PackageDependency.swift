import Foundation

/// How a package of one's own finds Swiftlet.
struct PackageDependency: Hashable {
  /// The line of the manifest.
  let declaration: String
  /// What products are asked for by: SwiftPM takes it from the last part of the address.
  let identity: String

  /// - Parameter location: a folder or the URL of a repository; nil takes the sources this executable was built from.
  /// - Throws: ``Failure`` if there is no package at the folder.
  init(_ location: String?) throws(Failure) {
    let given = location ?? Self.ownSources
    let isURL = given.contains("://") || given.hasPrefix("git@")
    let address = isURL ? given : Paths.absolute(given)
    guard isURL || FileManager.default.fileExists(atPath: Paths.resolve("Package.swift", in: address)) else {
      throw Failure(
        .failed, "There is no Swiftlet package at \(address)", hint: "say where it is with --swiftlet <folder or URL>")
    }
    guard !address.contains(where: { $0 == "\"" || $0 == "\\" || $0.isNewline }) else {
      throw Failure(.failed, "The address of Swiftlet has characters that a manifest cannot hold")
    }
    let last = address.split(separator: "/").last.map(String.init) ?? address
    identity = (last.hasSuffix(".git") ? String(last.dropLast(4)) : last).lowercased()
    declaration = isURL ? ".package(url: \"\(address)\", branch: \"main\")" : ".package(path: \"\(address)\")"
  }

  /// The checkout that holds this file.
  private static let ownSources: String = {
    // Template, CommandLine, Runtime and the file itself lie between.
    let root = (0..<4).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
    return Paths.absolute(root.path(percentEncoded: false))
  }()
}
