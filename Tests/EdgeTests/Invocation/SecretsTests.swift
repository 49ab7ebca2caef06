import Edge
import Testing

@Suite struct SecretsTests {
  @Test func secretsAreComparedByTheirValues() {
    let secrets = Secrets(["KEY": "s3cret", "EMPTY": ""])
    #expect(secrets.isValue("s3cret", of: "KEY"))
    for text in ["", "s3cre", "s3cret ", "S3cret", "s3crets"] { #expect(!secrets.isValue(text, of: "KEY"), "\(text)") }
    #expect(!secrets.isValue("", of: "EMPTY"))
    #expect(!secrets.isValue("", of: "MISSING"))
  }
}
