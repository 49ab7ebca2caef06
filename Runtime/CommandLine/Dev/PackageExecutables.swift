import Wire

/// The executables of a package, from the output of `swift package dump-package`.
struct PackageExecutables: Decodable {
  private struct Product: Decodable {
    let name: String
    let targets: [String]
    let type: [String: JSONValue]
  }

  private struct Target: Decodable {
    let name: String
    let type: String
  }

  private let products: [Product]
  private let targets: [Target]

  /// The names of the executables: the executable products, and the executable targets that belong to no product.
  var names: [String] {
    let declared = products.filter { $0.type["executable"] != nil }
    let covered = Set(declared.flatMap(\.targets))
    let others = targets.filter { $0.type == "executable" && !covered.contains($0.name) }
    return (declared.map(\.name) + others.map(\.name)).sorted()
  }

  /// The executable to build.
  ///
  /// - Parameter wanted: a name; nil for the only one.
  /// - Throws: ``Failure`` if the package has no executable of the name, no executable, or several and no name is
  ///   given.
  func executable(_ wanted: String?) throws(Failure) -> String {
    let names = names
    if let wanted {
      guard names.contains(wanted) else {
        throw Failure(.failed, "The package has no executable \(wanted)", hint: Self.list(names))
      }
      return wanted
    }
    guard let only = names.first else { throw Failure(.failed, "The package has no executable") }
    guard names.count == 1 else {
      throw Failure(
        .failed, "The package has several executables", hint: "name one with --product: \(Self.list(names))")
    }
    return only
  }

  private static func list(_ names: [String]) -> String {
    names.isEmpty ? "it has none" : "it has " + names.joined(separator: ", ")
  }
}
