import ArgumentParser
import Foundation
import Testing

@testable import Swiftlet

@Suite struct InitTests {
  private static let files = [
    ".gitignore", "Package.swift", "README.md", "Sources/MyFunctions/Catalogue.swift",
    "Sources/MyFunctions/Greet.swift", "Sources/MyFunctions/SayGoodMorning.swift",
    "Sources/MyFunctions/main.swift", "Tests/MyFunctionsTests/GreetTests.swift", "config.toml",
  ]

  @Test func aPackageIsMade() throws {
    let folder = try TemporaryFolder()
    let package = "\(folder.path)/my-functions"
    let command = try #require(try RootCommand.parseAsRoot(["init", package]) as? InitCommand)
    try command.run()
    let found = try FileManager.default.subpathsOfDirectory(atPath: package).filter {
      (try? FileManager.default.contentsOfDirectory(atPath: "\(package)/\($0)")) == nil
    }
    #expect(found.sorted() == Self.files.sorted())
    let manifest = try folder.read("my-functions/Package.swift")
    #expect(manifest.contains("name: \"my-functions\""))
    let path = try #require(manifest.firstMatch(of: #/\.package\(path: "(\.\./.*[^/])"\)/#)).output.1
    // From the package itself, where SwiftPM starts.
    #expect(FileManager.default.fileExists(atPath: "\(package)/\(path)/Runtime/CommandLine/Swiftlet.swift"))
    #expect(
      try folder.read("my-functions/Tests/MyFunctionsTests/GreetTests.swift").contains("@testable import MyFunctions"))
    let ignored = try folder.read("my-functions/.gitignore").split(separator: "\n").map(String.init)
    #expect(Set(["/storage/", "swiftlet-bundles/", "swiftlet-*-apns/", "*.sock", "*.p8"]).isSubset(of: ignored))
    var loading = try Loading()
    loading.request.configurationFile = "\(package)/config.toml"
    #expect(try loading.load().warnings.isEmpty)
  }

  @Test func aFolderThatIsNotEmptyIsRefused() throws {
    let folder = try TemporaryFolder()
    let package = "\(folder.path)/package"
    try FileManager.default.createDirectory(atPath: package, withIntermediateDirectories: true)
    try folder.write("package/keep.txt", "mine")
    let command = try #require(try RootCommand.parseAsRoot(["init", package]) as? InitCommand)
    let failure = try #require(throws: Failure.self) { try command.run() }
    #expect(failure.message == "\(package) is not empty")
    #expect(try FileManager.default.contentsOfDirectory(atPath: package) == ["keep.txt"])
  }

  @Test func anEmptyFolderIsTaken() throws {
    let folder = try TemporaryFolder()
    let package = "\(folder.path)/package"
    try FileManager.default.createDirectory(atPath: package, withIntermediateDirectories: true)
    let command = try #require(try RootCommand.parseAsRoot(["init", package]) as? InitCommand)
    try command.run()
    #expect(try folder.read("package/Sources/Package/main.swift").hasPrefix("import Worker"))
  }

  @Test func aURLBecomesADependencyOnAVersionOfItsRepository() throws {
    let url = "https://example.com/team/Swiftlet.git"
    let dependency = try PackageDependency(url, in: "/nowhere/package")
    #expect(dependency.declaration == ".package(url: \"\(url)\", from: \"\(Swiftlet.version)\")")
    #expect(dependency.identity == "swiftlet")
    let other = try PackageDependency(url, version: "2.0.0-beta.1", in: "/nowhere/package")
    #expect(other.declaration == ".package(url: \"\(url)\", from: \"2.0.0-beta.1\")")
    for version in ["", "2", "main", "1.2.3\"), .evil(\"", "1.2.99999999999999999999"] {
      #expect(throws: Failure.self) { try PackageDependency(url, version: version, in: "/nowhere/package") }
    }
    #expect(throws: Failure.self) { try PackageDependency("https://x/\", branch: \"evil", in: "/nowhere/package") }
  }

  @Test func aFolderBecomesARelativePath() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/deep/swiftlet", withIntermediateDirectories: true)
    try folder.write("deep/swiftlet/Package.swift", "")
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/link", withDestinationPath: "\(folder.path)/deep/swiftlet")
    for given in ["deep/swiftlet", "deep/swiftlet/", "link"] {
      let dependency = try PackageDependency("\(folder.path)/\(given)", in: "\(folder.path)/mine/package")
      #expect(dependency.declaration == #".package(path: "../../deep/swiftlet")"#)
      #expect(dependency.identity == "swiftlet")
    }
    let beside = try PackageDependency("\(folder.path)/link", in: "\(folder.path)/deep/package")
    #expect(beside.declaration == #".package(path: "../swiftlet")"#)
    let failure = try #require(throws: Failure.self) { try PackageDependency("/nowhere/swiftlet", in: folder.path) }
    #expect(failure.message == "There is no Swiftlet package at /nowhere/swiftlet")
    #expect(throws: Failure.self) {
      try PackageDependency("\(folder.path)/link", version: "1.0.0", in: "\(folder.path)/package")
    }
  }

  @Test(arguments: [("greetings", "Greetings"), ("my-functions", "MyFunctions"), ("a_b-c2", "ABC2")])
  func aNameBecomesAModule(_ name: String, _ module: String) throws {
    #expect(try PackageName(name).module == module)
  }

  @Test func aWrongNameShowsTheUsageOfInit() async throws {
    let result = try await Console(Application()).run("init", "1st", options: false)
    #expect(result.code == 64)
    #expect(result.error.contains("Usage: \(Program.name) init "), "\(result.error)")
  }

  /// The repository's manifest.
  private static func manifest() throws -> String {
    // Three components below the root: Tests, CommandLineTests and this file.
    let root = (0..<3).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
    return try String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8)
  }

  @Test func theNamesOfModulesAreTaken() throws {
    let manifest = try Self.manifest()
    // A module that `init` makes begins with a capital letter.
    let targets = manifest.matches(of: #/\.(?:target|executableTarget)\(\s*name: "([A-Z]\w*)"/#).map { $0.output.1 }
    let products = manifest.matches(of: #/\.product\(name: "(\w+)"/#).map { $0.output.1 }
    #expect(targets.contains("Swiftlet") && targets.count > 20)
    #expect(products.contains("NIOCore") && products.count > 5)
    for name in targets + products {
      #expect(throws: ValidationError.self, "\(name)") { try PackageName(String(name)) }
    }
  }

  @Test(arguments: ["", "1st", "-x", "a b", "a.b", "ünder", "edge", "host", "swiftlet", "my\"x"])
  func otherNamesAreRefused(_ name: String) {
    #expect(throws: ValidationError.self) { try PackageName(name) }
  }
}
