import Edge
import Testing

@Suite struct SecretsTests {
  private let secrets = Secrets(["API_KEY": "hunter2", "OTHER": "tr0ub4dor"])

  @Test func secretsAreReadByName() throws {
    #expect(secrets["API_KEY"] == "hunter2")
    #expect(secrets["NONE"] == nil)
    #expect(try secrets.require("OTHER") == "tr0ub4dor")
    #expect(secrets.adding(["OTHER": "new", "MORE": "x"])["OTHER"] == "new")
    #expect(secrets.adding(["MORE": "x"])["API_KEY"] == "hunter2")
  }

  @Test func theErrorNamesAMissingSecret() throws {
    let error = try #require(throws: MissingSecret.self) { try secrets.require("NONE") }
    #expect(error == MissingSecret(name: "NONE"))
    #expect("\(error)".hasPrefix("The secret NONE is not set: declare it with .secrets(\"NONE\"), and set it"))
  }

  @Test func functionsAndJobsDeclareSecrets() {
    let plain = Function("f", access: .anyone) { _ in true }
    #expect(plain.traits.secrets == nil)
    #expect(plain.secrets().traits.secrets == [])
    #expect(plain.secrets("A", "B").secrets("B", "C").traits.secrets == ["A", "B", "C"])
    let job = Job("j", every: "@daily") { _ in }
    #expect(job.endpoint.traits.secrets == nil)
    #expect(job.secrets("A").endpoint.traits.secrets == ["A"])
    #expect(job.secrets("A").endpoint.name == "j")
  }

  @Test func secretsAreNeverPrinted() {
    struct Holder { let secrets: Secrets }
    var dumped = ""
    dump(secrets, to: &dumped)
    dump(Holder(secrets: secrets), to: &dumped)
    let texts = [
      "\(secrets)", String(describing: secrets), String(reflecting: secrets), "\(Holder(secrets: secrets))",
      String(reflecting: [secrets]), "\(Optional(secrets) as Any)", dumped,
    ]
    for text in texts {
      #expect(!text.contains("hunter2") && !text.contains("tr0ub4dor") && !text.contains("API_KEY"), "\(text)")
    }
    #expect("\(secrets)" == "2 secrets")
  }
}
