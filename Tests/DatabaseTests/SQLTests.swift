import Database
import Foundation
import Testing

@Suite struct SQLTests {
  @Test func interpolationsBindAndNeverPaste() {
    let name = "'; DROP TABLE users; --"
    let sql: SQL = "SELECT * FROM users WHERE name = \(name) AND age > \(21)"
    #expect(sql.text == "SELECT * FROM users WHERE name = ? AND age > ?")
    #expect(sql.values == [.text(name), .integer(21)])
    #expect(sql.numberedText == "SELECT * FROM users WHERE name = $1 AND age > $2")
  }

  @Test func aQuestionMarkOfTheTextStaysWhereItIs() {
    let sql: SQL = "SELECT 'wö?' || \("a") || '?' || \("b")"
    #expect(sql.numberedText == "SELECT 'wö?' || $1 || '?' || $2")
  }

  @Test func fragmentsAreSplicedWithTheirBindings() {
    let condition: SQL = "age > \(21)"
    let sql: SQL = "SELECT \(raw: "name") FROM users WHERE id = \(1) AND (\(condition)) AND ok = \(true)"
    #expect(sql.text == "SELECT name FROM users WHERE id = ? AND (age > ?) AND ok = ?")
    #expect(sql.numberedText == "SELECT name FROM users WHERE id = $1 AND (age > $2) AND ok = $3")
    #expect(sql.values == [.integer(1), .integer(21), .integer(1)])
  }

  @Test func optionalsBindNull() {
    let nothing: String? = nil
    let something: String? = "x"
    #expect(("\(nothing) \(something)" as SQL).values == [.null, .text("x")])
  }

  @Test func boundValuesAreNotShown() {
    let sql: SQL = "SELECT \("hunter2")"
    #expect(!"\(sql)".contains("hunter2"))
    var dumped = ""
    dump(sql, to: &dumped)
    #expect(!dumped.contains("hunter2"))
    #expect(!String(reflecting: sql).contains("hunter2"))
  }
}
