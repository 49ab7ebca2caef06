import Edge
import Testing

@Suite struct SecretsTests {
  private let secrets = Secrets(["API_KEY": "hunter2", "OTHER": "tr0ub4dor"])

  @Test func theyAreReadByName() throws {
    #expect(secrets["API_KEY"] == "hunter2")
    #expect(secrets["NONE"] == nil)
    #expect(try secrets.require("OTHER") == "tr0ub4dor")
    #expect(secrets.adding(["OTHER": "new", "MORE": "x"])["OTHER"] == "new")
    #expect(secrets.adding(["MORE": "x"])["API_KEY"] == "hunter2")
  }

  @Test func aMissingOneIsNamed() throws {
    let error = try #require(throws: FunctionError.self) { try secrets.require("NONE") }
    #expect(error.status.code == 500)
    #expect(error.code == .server)
    #expect(error.message.contains("NONE"))
  }

  @Test func theyAreNeverPrinted() {
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
