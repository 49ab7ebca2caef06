import Edge
import Synchronization
import Testing

@testable import Host

/// The secrets that a function gets, and that its callers never see.
@Suite struct SecretTests {
  private static let names = ["OWN", "SHARED", "OUTER", "OTHER", "SUPABASE_URL", "SB_REGION", "PATH"]

  /// A function that answers with the secrets that it finds.
  private static func finds(_ name: String) -> Function<OpenAccess, Never> {
    Function(name, access: .anyone) { context in
      names.map { context.secrets[$0] ?? "-" } + [
        context.secrets["SB_EXECUTION_ID"] == context.id.description ? "id" : "-"
      ]
    }
  }

  private static func configure(_ configuration: inout HostConfiguration) {
    configuration.secrets = ["SHARED": "s", "OWN": "shared", "SUPABASE_URL": "u"]
    configuration.environmentSecrets = ["OUTER": "o", "OTHER": "x", "SHARED": "environment"]
    configuration.region = "eu"
    for name in ["all", "some"] {
      var own = FunctionConfiguration()
      own.secrets = ["OWN": "own"]
      configuration.functions[name] = own
    }
  }

  @Test func aFunctionFindsWhatItDeclaresAndNothingElse() async throws {
    let functions: [any Endpoint] = [
      Self.finds("all"), Self.finds("plain"), Self.finds("some").secrets("OUTER", "OWN", "SHARED", "MISSING"),
      Self.finds("url").secrets("SUPABASE_URL"), Self.finds("none").secrets(),
    ]
    try await withHarness(functions: functions, configure: Self.configure) { host in
      for (name, found) in [
        // A function without declarations gets the configured secrets, and none of the environment.
        ("all", #"["own","s","-","-","u","eu","-","id"]"#), ("plain", #"["shared","s","-","-","u","eu","-","id"]"#),
        // A configured secret takes precedence over the environment.
        ("some", #"["own","s","o","-","-","eu","-","id"]"#), ("url", #"["-","-","-","-","u","eu","-","id"]"#),
        ("none", #"["-","-","-","-","-","eu","-","id"]"#),
      ] {
        let answer = try await host.post("/functions/v1/\(name)", "")
        #expect(answer.body == found, "\(name)")
      }
    }
  }

  /// `SB_REGION` is the host's own, whatever other names begin as it does.
  @Test func aDeclarationExcludesOtherNamesThatBeginWithSB() {
    var configuration = HostConfiguration()
    Self.configure(&configuration)
    configuration.secrets["SB_TOKEN"] = "t"
    configuration.functions["some"]?.secrets["SB_OWN"] = "o"
    #expect(configuration.secrets(of: "some", declaring: ["OWN"]) == ["OWN": "own", "SB_REGION": "eu"])
    #expect(
      configuration.secrets(of: "some", declaring: ["SB_TOKEN", "SB_OWN"])
        == ["SB_TOKEN": "t", "SB_OWN": "o", "SB_REGION": "eu"])
    #expect(configuration.secrets(of: "some", declaring: nil)["SB_TOKEN"] == "t")
  }

  @Test func aJobFindsWhatItDeclares() async throws {
    let found = Recorder()
    let job = Job("tidy_up", every: "@daily") { context in
      for name in Self.names { found.add(context.secrets[name] ?? "-") }
    }
    try await withHarness(configure: Self.configure) { host in
      try await host.host.run(job.secrets("OUTER"))
      #expect(found.texts == ["-", "-", "o", "-", "-", "eu", "-"])
      try await host.host.run(job)
      #expect(found.texts.dropFirst(7) == ["shared", "s", "-", "-", "u", "eu", "-"])
    }
  }

  @Test func missingSecretsAreNamedAtTheStart() {
    var configuration = HostConfiguration()
    Self.configure(&configuration)
    let function = Self.finds("some").secrets("OUTER", "ZERO", "OWN", "SHARED", "ONE", "SB_REGION")
    #expect(configuration.missingSecrets(of: function) == ["ZERO", "ONE"])
    #expect(configuration.missingSecrets(of: Self.finds("some")).isEmpty)
  }

  /// On both routes: the name is for the log alone.
  @Test func aCallerLearnsNoNameOfASecret() async throws {
    let pays = Function("pays", access: .anyone) { context in try context.secrets.require("STRIPE_KEY") }
    try await withHarness(functions: [pays.secrets("STRIPE_KEY")], procedures: [pays]) { host in
      for route in ["/functions/v1/pays", "/rest/v1/rpc/pays"] {
        let answer = try await host.post(route, "{}")
        #expect(answer.verdict == "500 EDGE_FUNCTION_ERROR")
        #expect(!answer.body.contains("STRIPE"))
        #expect(!answer.headers.contains { $0.value.contains("STRIPE") })
      }
      let errors = host.logs.invocations.compactMap { $0.metadata["error"] }
      #expect(errors.count == 2)
      for error in errors { #expect(error.hasPrefix("The secret STRIPE_KEY is not set")) }
    }
  }
}

/// Keeps texts in their order.
private final class Recorder: Sendable {
  private let kept = Mutex<[String]>([])
  var texts: [String] { kept.withLock { $0 } }
  func add(_ text: String) { kept.withLock { $0.append(text) } }
}
