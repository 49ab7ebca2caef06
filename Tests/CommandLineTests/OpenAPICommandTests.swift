import Edge
import Foundation
import Testing

@testable import Swiftlet

/// `openapi` and `client`.
@Suite struct OpenAPICommandTests {
  @Test func theDocumentHasTheEnabledFunctions() async throws {
    let console = try Console(
      Application(functions: [greet, hidden], procedures: [greet.readOnly()]),
      config: "[functions.hidden]\nenabled = false\n")
    let result = await console.run("openapi")
    #expect(result.code == 0 && result.error == "")
    let document: JSONValue = try result.json()
    #expect(document["openapi"] == "3.1.0")
    let paths = try #require(document["paths"]?.object)
    #expect(paths.keys == ["/functions/v1/greet", "/rest/v1/rpc/greet"])
    #expect(paths["/rest/v1/rpc/greet"]?.object?.keys == ["post", "get"])
    // A database function says what its function says.
    #expect(paths["/rest/v1/rpc/greet"]?["post"]?["summary"] == "Greets.")
  }

  @Test func aTokenThatConfigurationAsksForIsInTheDocument() async throws {
    let console = try Console(Application(functions: [open]), config: "[functions.open]\nverify_jwt = true\n")
    let document: JSONValue = try await console.run("openapi").json()
    #expect(document["paths"]?["/functions/v1/open"]?["post"]?["security"] == [["bearer": []], ["apikey": []]])
  }

  @Test func anUnknownTypeIsAWarning() async throws {
    let console = try Console(Application(functions: [open]))
    let result = await console.run("openapi")
    #expect(result.code == 0)
    #expect(
      result.error == """
        warning: POST /functions/v1/open: It takes any request: declare its schema
        warning: POST /functions/v1/open: It returns any response: declare its schema

        """)
  }

  @Test func breakingChangesAreNamedWithExitCode1() async throws {
    let console = try Console(Application(functions: [greet]))
    let old = "\(console.folder.path)/old.json"
    #expect(await console.run("openapi", "--output", old).code == 0)
    let same = await console.run("openapi", "--check", old)
    #expect(same.code == 0 && same.output == "")
    var document = try Wire.decode(JSONObject.self, from: [UInt8](Data(contentsOf: URL(filePath: old))))
    var paths = try #require(document["paths"]?.object)
    paths["/functions/v1/gone"] = ["post": ["responses": ["200": ["description": ""]]]]
    document["paths"] = .object(paths)
    try Data(Wire.encode(document)).write(to: URL(filePath: old))
    for command in ["openapi", "client"] {
      let broken = await console.run(command, "--check", old)
      #expect(broken.code == 1)
      #expect(broken.output == "POST /functions/v1/gone: it is gone\n")
      #expect(broken.error == "error: 1 change breaks clients\n")
    }
  }

  @Test func aFileThatIsNoDocumentIsNamed() async throws {
    let console = try Console(Application(functions: [greet]))
    let file = "\(console.folder.path)/config.toml"
    try console.folder.write("other.json", "{}")
    let noJSON = await console.run("openapi", "--check", file)
    #expect(noJSON.code == 1 && noJSON.error.hasPrefix("error: \(file) is no JSON: "))
    let other = await console.run("openapi", "--check", "\(console.folder.path)/other.json")
    #expect(other.error.hasSuffix("other.json: An OpenAPI 3 document has `openapi` and `paths`: one is missing\n"))
    let missing = await console.run("client", "--swift", "--from", "/nowhere.json")
    #expect(missing.code == 1)
    #expect(
      missing.error == "error: The document /nowhere.json after --from cannot be read: No such file or directory\n")
  }

  @Test func aPipeIsReadAsAFileIs() async throws {
    let console = try Console(Application(functions: [greet]))
    let document = await console.run("openapi", "--output", "-").output
    try await withPipe(of: document) { path in
      let same = await console.run("openapi", "--check", path)
      #expect(same.code == 0 && same.error == "")
    }
    try await withPipe(of: document) { path in
      #expect(await console.run("client", "--swift", "--from", path).code == 0)
    }
  }

  @Test func aClientIsWrittenFromADocumentOrTheFunctions() async throws {
    let console = try Console(Application(functions: [greet]))
    let file = "\(console.folder.path)/openapi.json"
    _ = await console.run("openapi", "--output", file)
    let made = await console.run("client", "--swift")
    #expect(made.code == 0 && made.output.contains("public func greet(_ input: [String: String]"))
    #expect(await console.run("client", "--swift", "--from", file).output == made.output)
    #expect(await console.run("client").code == 64)
  }

  private let greet = Function("greet", access: .user) { (_: [String: String], _) in ["a": 1] }.described("Greets.")
  private let hidden = Function("hidden", access: .user) { _ in 1 }
  private let open = Function.raw("open", access: .anyone) { _, _ in .noContent }
}
