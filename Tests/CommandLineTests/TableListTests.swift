import Edge
import Host
import Testing

@testable import Swiftlet

/// The routes of tables in the list of `functions`, in its JSON and in the lines for nginx.
@Suite struct TableListTests {
  private let application: Application = {
    let takes = Function("change_note", access: .user) { (input: JSONObject, _) in input }.secrets("NOTE_KEY")
    let list = Function("notes", access: .verified) { (input: JSONObject, _) in [input] }
    return Application(
      functions: [takes],
      procedures: [list],
      routes: [
        .update("notes", filters: ["id": "note_id"], takes),
        .select("notes", filters: ["author": "author"], optional: ["is_done": .boolean("done")], list),
        .call("notes/{note_id}/share", takes),
      ])
  }()

  @Test func theListHasALineForEachRoute() throws {
    let lines = application.lines(HostConfiguration()).dropFirst(2)
    #expect(
      lines.map(\.routeInWords) == [
        "PATCH /rest/v1/notes?id=eq.{note_id}", "GET /rest/v1/notes?author=eq.{author}[&is_done=eq.{done}]",
        "POST /rest/v1/notes/{note_id}/share",
      ])
    #expect(lines.map(\.get) == [false, true, false])
    let json = String(decoding: try Wire.encode(Array(lines)[1]), as: UTF8.self)
    #expect(
      json == """
        {"name":"notes","route":"/rest/v1/notes","access":"verified","input":"json","get":true,"table":{"method":"GET",\
        "action":"select","filters":{"author":"author"},"optional_filters":{"is_done":"done"}},"database":"any",\
        "secrets":[],"missing_secrets":[]}
        """)
    let function = String(decoding: try Wire.encode(application.lines(HostConfiguration())[0]), as: UTF8.self)
    #expect(!function.contains("table"))
  }

  @Test func nginxPassesThePathsOfRoutesOn() {
    var host = HostConfiguration()
    let first = { NginxLocation(application: application, host: host).text.split(separator: "\n")[0] }
    #expect(first() == "location ~ ^/(functions/v1/|rest/v1/rpc/(notes)$|rest/v1/(notes|notes/[^/]+/share)$) {")
    var off = FunctionConfiguration()
    off.enabled = false
    host.functions["change_note"] = off
    #expect(first() == "location ~ ^/(functions/v1/|rest/v1/rpc/(notes)$|rest/v1/(notes)$) {")
  }

  @Test func functionsOfRoutesAreKnownByName() {
    #expect(application.names == ["change_note", "notes"])
    #expect(application.declaredSecrets == ["NOTE_KEY"])
    #expect(
      application.missingSecrets(HostConfiguration()) == [
        MissingSecrets(kind: "function", name: "change_note", secrets: ["NOTE_KEY"])
      ])
    var alone = application
    alone.functions = []
    #expect(alone.missingSecrets(HostConfiguration()).map(\.name) == ["change_note"])
  }
}
