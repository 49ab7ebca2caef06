import Edge
import FoundationEssentials

/// The resources that a ``TestHost`` has to end, also if it does not start.
struct TestResources: Sendable {
  let http: HTTPClient
  let storageFolder =
    FileManager.default.temporaryDirectory.appending(path: "storage-\(UUID().uuidString)").path
  /// The functions' database; nil until it is created.
  var temporary: TemporaryDatabase?
  /// The worker of the functions; nil if they run in the test's task, and until it is created.
  var workers: TestWorkers?

  init(http: HTTPClient) { self.http = http }

  /// Ends the worker and the client, and removes the database and the storage's folder.
  func end() async {
    await workers?.stop()
    await temporary?.remove()
    await http.shutdown()
    // It is there only if a file was stored.
    try? FileManager.default.removeItem(atPath: storageFolder)
  }
}
