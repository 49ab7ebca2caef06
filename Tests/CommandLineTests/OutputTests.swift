import Edge
import FoundationEssentials
import Synchronization
import Testing

@testable import Swiftlet

/// Texts from outside in a command's output.
@Suite struct OutputTests {
  private static let hostile = "a\u{1B}[2J\u{9B}31m\u{202E}b\u{7F}\r\u{85}\tc\nd"

  /// What a closure writes, on both streams.
  private func written(_ write: () throws -> Void) rethrows -> String {
    let all = Mutex(Data())
    try Output.$write.withValue({ data, _ in all.withLock { $0.append(data) } }, operation: write)
    return all.withLock { String(decoding: $0, as: UTF8.self) }
  }

  @Test func aLineCannotControlATerminal() {
    let escaped = #"a\u{1B}[2J\u{009B}31m\u{202E}b\u{7F}\r\u{0085}"# + "\tc\nd\n"
    let (line, error) = (written { Output.line(Self.hostile) }, written { Output.error(Self.hostile) })
    #expect(line == escaped && error == escaped)
    let warning = written { Output.warning(Self.hostile) }
    #expect(warning == "warning: \(escaped)")
  }

  @Test func jsonCannotControlATerminal() throws {
    let text = try written { try Output.json(["key": Self.hostile]) }
    #expect(text.hasSuffix("}\n") && text.dropLast().unicodeScalars.allSatisfy { $0.isASCII && $0.value >= 0x20 })
    #expect(!text.contains("\u{7F}"))
    #expect(try Wire.decode([String: String].self, from: Array(text.utf8)) == ["key": Self.hostile])
  }

  @Test func aCellStaysOnItsLine() {
    let table = Table("A", "B", of: [Self.hostile]) { [$0, "x"] }
    #expect(table.text.split(separator: "\n").count == 2)
    #expect(!table.text.contains("\u{1B}"))
  }
}
