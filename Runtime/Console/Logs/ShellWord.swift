import Host
import Wire

/// A word of a shell's command line.
package enum ShellWord {
  /// The text as one word: as it is if it has only characters without a meaning, else in single quotes.
  ///
  /// Control characters are replaced by `?`: pasted into a terminal, they would act before the command is confirmed.
  package static func quoted(_ text: String) -> String {
    let text = String(String.UnicodeScalarView(text.unicodeScalars.map { TerminalText.isControl($0) ? "?" : $0 }))
    let isPlain =
      !text.isEmpty && !text.hasPrefix("-")
      && text.utf8.allSatisfy { ASCII.isWord($0) || "-.:/@,".utf8.contains($0) }
    if isPlain { return text }
    return "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
  }
}
