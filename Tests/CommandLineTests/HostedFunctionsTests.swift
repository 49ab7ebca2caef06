import Edge
import Foundation
import Testing

@testable import Console
@testable import Swiftlet

/// Calls from the console on a host in this process.
@Suite struct HostedFunctionsTests {
  private struct Greeting: Codable { let name: String }

  private static let functions: [any Endpoint] = [
    Function("greet", access: .anyone) { (input: Greeting, _) in ["text": "Hello \(input.name)"] },
    Function("mine", access: .user) { context in ["user": context.userID.uuidString.lowercased()] },
    Function("ours", access: .serviceRole) { _ in ["ok": true] }.secrets("KEY"),
    Function.raw("large", access: .anyone) { _, _ in
      .stream(contentType: "text/plain") { writer in
        while true { try await writer.write(String(repeating: "a", count: 4096)) }
      }
    },
  ]

  private let folder: TemporaryFolder
  private let configuration: LoadedConfiguration

  init() throws {
    folder = try TemporaryFolder()
    var loading = try Loading(config: "[functions.greet]\nmax_body = \"1KiB\"\n")
    loading.request.flags = ["database": "sqlite:\(folder.path)/data.sqlite", "port": "0", "log-level": "critical"]
    configuration = try loading.load(functions: ["greet"])
  }

  private func with(_ body: (HostedFunctions) async throws -> Void) async throws {
    let application = Application(functions: Self.functions)
    let functions = HostedFunctions(configuration: { [configuration] in configuration }, application: { application })
    try await configuration.withHost(of: application) { assembly in
      functions.attach(assembly.host)
      try await body(functions)
    }
  }

  private func call(_ name: String, _ body: String? = "{}", as caller: InvokeCaller = .anon) -> InvokeRequest {
    InvokeRequest(method: "POST", target: "/functions/v1/\(name)", body: body.map { [UInt8]($0.utf8) }, caller: caller)
  }

  @Test func aCallTakesTheWayOfARequest() async throws {
    try await with { functions in
      let answer = try await functions.invoke(call("greet", #"{"name":"Ada"}"#))
      #expect(answer.status == 200)
      #expect(String(decoding: answer.body, as: UTF8.self) == #"{"text":"Hello Ada"}"#)
      #expect(!answer.isCut)
      #expect(answer.id != nil)
      #expect(try await functions.invoke(call("greet", "[]")).status == 400)
      let long = "{\"name\":\"\(String(repeating: "a", count: 2000))\"}"
      #expect(try await functions.invoke(call("greet", long)).status == 413)
      #expect(try await functions.invoke(call("nothing")).status == 404)
    }
  }

  @Test func accessHoldsForTheChosenCaller() async throws {
    try await with { functions in
      #expect(functions.callers == [.anon, .serviceRole, .user])
      let user = UUID()
      let mine = try await functions.invoke(call("mine", nil, as: .user(user)))
      #expect(String(decoding: mine.body, as: UTF8.self) == #"{"user":"\#(user.uuidString.lowercased())"}"#)
      #expect(try await functions.invoke(call("mine", nil, as: .anon)).status == 401)
      #expect(try await functions.invoke(call("ours", nil, as: .user(user))).status == 403)
      #expect(try await functions.invoke(call("ours", nil, as: .serviceRole)).status == 200)
    }
  }

  @Test func aLongBodyIsCut() async throws {
    try await with { functions in
      let answer = try await functions.invoke(call("large"))
      #expect(answer.isCut)
      #expect(answer.body.count == InvokeAnswer.bodyLimit)
    }
  }

  @Test func aFunctionIsDescribedWithTheOriginsOfItsSettings() async throws {
    try await with { functions in
      #expect(functions.functions.map(\.name) == ["greet", "large", "mine", "ours"])
      let greet = try #require(functions.details(of: "greet"))
      #expect(greet.description.routes == ["/functions/v1/greet"])
      let limit = try #require(greet.settings.first { $0.key == "max_body" })
      #expect(limit.from == "config.toml [functions.greet] max_body")
      #expect(greet.settings.first { $0.key == "verify_jwt" }?.from == "code")
      let ours = try #require(functions.details(of: "ours"))
      #expect(ours.secrets == [FunctionSecret("KEY", isSet: false)])
      #expect(ours.description.missingSecrets == ["KEY"])
      #expect(functions.details(of: "nothing") == nil)
    }
  }
}
