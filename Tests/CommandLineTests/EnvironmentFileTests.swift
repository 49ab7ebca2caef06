import Testing

@testable import Swiftlet

@Suite struct EnvironmentFileTests {
  @Test func commonSpellingsAreRead() throws {
    let text = """
      # a comment

      PLAIN=value
        SPACED = a b  # comment
      export EXPORTED=yes
      HASH=a#b
      URL=postgres://u:p@h/d?x=1
      SINGLE='a "b" \\n $c' # comment
      DOUBLE="a\\nb \\"c\\" \\\\ \\d"
      EMPTY=
      COMMENTED= # nothing
      PEM="-----BEGIN-----
      abc
      -----END-----"
      AFTER=after\r
      PLAIN=again
      """
    #expect(
      try EnvironmentFile.variables(in: text) == [
        "PLAIN": "again", "SPACED": "a b", "EXPORTED": "yes", "HASH": "a#b", "URL": "postgres://u:p@h/d?x=1",
        "SINGLE": #"a "b" \n $c"#, "DOUBLE": "a\nb \"c\" \\ \\d", "PEM": "-----BEGIN-----\nabc\n-----END-----",
        "AFTER": "after",
      ])
  }

  @Test(arguments: [
    ("A=1\nsecret", 2, "expected NAME=value"),
    ("A=1\n\n1B=secret", 3, "expected a name of letters, digits and _ before the ="),
    ("=secret", 1, "expected a name of letters, digits and _ before the ="),
    ("A='1\n2'\nB=\"secret", 3, "the quote is never closed"),
    ("A='1' secret", 1, "text after the closing quote"),
  ])
  func aFaultNamesItsLineAndNoValue(_ text: String, _ line: Int, _ reason: String) {
    #expect(throws: EnvironmentFile.Fault(line: line, reason: reason)) { try EnvironmentFile.variables(in: text) }
  }

  @Test func theFilesNameIsInTheError() throws {
    #expect(try Loading(env: "A=1\noops").failure().message == ".env:2: expected NAME=value")
  }
}
