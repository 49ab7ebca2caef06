import Edge
import Host
import Testing

@testable import Swiftlet

/// The functions and jobs that declare a secret which is not set; a host names them at its start.
@Suite struct MissingSecretTests {
  private static func function(_ name: String) -> Function<OpenAccess, Never> {
    Function(name, access: .anyone) { _ in true }
  }

  private let application = Application(
    functions: [
      function("charge").secrets("STRIPE_KEY", "MAIL_KEY"), function("plain"), function("off").secrets("OFF_KEY"),
      function("mail").secrets("MAIL_KEY"),
    ],
    procedures: [function("charge").secrets("STRIPE_KEY"), function("refund").secrets("STRIPE_KEY")],
    jobs: [Job("report", every: "@daily") { _ in }.secrets("REPORT_KEY", "MAIL_KEY")])

  @Test func functionsAndJobsAreNamedWithTheirSecrets() {
    var host = HostConfiguration()
    host.secrets = ["MAIL_KEY": "m"]
    var off = FunctionConfiguration()
    off.enabled = false
    host.functions["off"] = off
    #expect(
      application.missingSecrets(host) == [
        MissingSecrets(kind: "function", name: "charge", secrets: ["STRIPE_KEY"]),
        MissingSecrets(kind: "function", name: "refund", secrets: ["STRIPE_KEY"]),
        MissingSecrets(kind: "job", name: "report", secrets: ["REPORT_KEY"]),
      ])
    host.environmentSecrets = ["STRIPE_KEY": "s", "REPORT_KEY": "r"]
    #expect(application.missingSecrets(host).isEmpty)
  }

  @Test func optionalSecretsAreReadAndNotMissed() {
    let hook = Self.function("hook").secrets("HOOK_KEY").optionalSecrets("HOOK_ROOT")
    #expect(hook.traits.secrets == ["HOOK_KEY", "HOOK_ROOT"])
    let application = Application(functions: [hook])
    #expect(application.declaredSecrets == ["HOOK_KEY", "HOOK_ROOT"])
    #expect(
      application.missingSecrets(HostConfiguration()) == [
        MissingSecrets(kind: "function", name: "hook", secrets: ["HOOK_KEY"])
      ])
  }

  @Test func theHintForAVariableOfTheHostNamesTheOnlyPlaceThatHelps() {
    func hint(_ secrets: String...) -> String { MissingSecrets(kind: "function", name: "f", secrets: secrets).hint }
    #expect(hint("MAIL_KEY") == "set it in .env, in the environment or under [functions.f.secrets]")
    #expect(
      hint("MAIL_KEY", "PGPASSWORD")
        == "set it under [functions.f.secrets]: the variable PGPASSWORD is the host's own, and functions do not get it")
    #expect(
      hint("SUPABASE_OTHER")
        == "declare another name than SUPABASE_OTHER: names that start with SUPABASE_ are the host's")
  }

  @Test func theDeclaredNamesAreReadFromTheEnvironment() {
    #expect(application.declaredSecrets == ["STRIPE_KEY", "MAIL_KEY", "OFF_KEY", "REPORT_KEY"])
  }
}
