import Edge
import HTTPTypes
import Logging
import Testing

@testable import Console
@testable import Host

/// The limit of files that are received at a time.
@Suite struct UploadPlacesTests {
  /// The form of a deployment, whose file is small.
  private func deployment(by session: Session, _ fixture: SessionFixture) -> PathRequest {
    let fields = [("token", session.formToken), ("bundle", "notes"), ("host", "notes")].map { name, value in
      "--B\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
    }
    let file =
      "--B\r\nContent-Disposition: form-data; name=\"executable\"; filename=\"x\"\r\n\r\nELF\r\n--B--\r\n"
    let base = fixture.request(
      .post, "/console/hosts/actions/deploy", more: [("Content-Type", "multipart/form-data; boundary=B")])
    let request = Request(
      method: .post, path: base.request.path, headers: base.request.headers,
      body: RequestBody([UInt8]((fields.joined() + file).utf8)))
    return PathRequest(
      request: request, head: base.head, client: base.client, id: base.id, date: base.date, trace: base.trace)
  }

  @Test func aFileBeyondThePlacesIsRefusedAndAFreePlaceTakesTheNext() async throws {
    let fixture = try SessionFixture()
    let controls = try AnsweringControls([:])
    let sources = ConsoleSources.of(controls, host: .test(named: "notes"))
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    let console = Console(
      sources, gate: fixture.gate, actions: ActionLog(sources.database, logger: logger), logger: logger)
    let session = try #require(fixture.session(try fixture.cookie()))
    func deploy() async -> HTTPResponse.Status {
      await console.act("deploy", on: .hosts, deployment(by: session, fixture), session).status
    }
    var places = (0..<console.uploads.capacity).compactMap { _ in console.uploads.take() }
    #expect(places.count == 2)
    #expect(await deploy() == .serviceUnavailable)
    #expect(controls.calls.isEmpty)
    places.removeLast()
    #expect(await deploy() == .seeOther)
    #expect(controls.calls.map(\.name) == ["bundles_deploy"])
    #expect(places.count == 1 && console.uploads.count == 1)
  }
}
