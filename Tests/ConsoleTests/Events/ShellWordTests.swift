import Console
import Testing

@Suite struct ShellWordTests {
  @Test(arguments: [
    ("like", "like"), ("", "''"), ("two words", "'two words'"), ("it's", #"'it'\''s'"#),
    ("$(rm -rf /)", "'$(rm -rf /)'"),
    ("-x", "'-x'"), ("a\nb", "'a?b'"), ("\u{1B}[2J", "'?[2J'"), ("\u{202E}x", "'?x'"), ("`id`", "'`id`'"),
  ])
  func aTextIsOneWord(text: String, word: String) {
    #expect(ShellWord.quoted(text) == word)
  }

  @Test func theCommandSelectsWhatTheFilterSelects() {
    #expect(LogCommand.line(for: Filter("")) == "swiftlet logs --follow")
    #expect(
      LogCommand.line(for: Filter(#"level:warning function:like since:15m id:0197 "no such row""#))
        == "swiftlet logs --follow --level warning --function like --since 15m --id 0197 --grep 'no such row'")
    #expect(LogCommand.line(for: Filter("odd:x level:")) == "swiftlet logs --follow")
    #expect(LogCommand.line(for: Filter(#"function:-rf;id "#)) == "swiftlet logs --follow --function='-rf;id'")
  }
}
