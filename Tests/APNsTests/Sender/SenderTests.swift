import Foundation
import Logging
import Push
import Testing

@testable import APNs

/// The sender over real sockets against an independent HTTP/2 server.
@Suite(
  "Sender", .serialized, .timeLimit(.minutes(10)),
  .enabled(if: H2Server.isAvailable, "there is no Python with h2; Scripts/setup.sh --test installs one"))
struct SenderTests {
  /// Runs a test with a server and a sender, and returns the server's report.
  private func withSender(
    _ options: String..., configure: (inout PushConfiguration) -> Void = { _ in },
    _ test: (PushSender) async throws -> Void
  ) async throws -> H2Server.Report {
    let folder = FileManager.default.temporaryDirectory.appending(path: "push-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let server = try H2Server(folder: folder, options)
    let key = "-----BEGIN PRIVATE KEY-----\n\(Keys.p256)\n-----END PRIVATE KEY-----\n"
    var configuration = PushConfiguration(
      credentials: try PushCredentials(keyID: "ABCDE12345", teamID: "TEAM123456", privateKey: key))
    configuration.setURL("https://localhost:\(server.port)")
    configuration.caFile = server.certificate
    configuration.backOff.base = .milliseconds(20)
    configuration.requestTimeout = .seconds(3600)
    configuration.retryDeadline = .seconds(3600)
    configure(&configuration)
    let sender = try PushSender(
      configuration: configuration, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let result: Result<Void, any Error>
    do { result = .success(try await test(sender)) } catch { result = .failure(error) }
    await sender.shutdown()
    let report = try server.stop()
    try result.get()
    #expect(report.problems == [])
    #expect(report.ids.values.allSatisfy { $0 == 1 })
    return report
  }

  /// A push whose device token begins with the digits that select the server's behaviour.
  private func push(_ number: Int, _ kind: String = "00") -> PreparedPush {
    let digits = String(number, radix: 16)
    let token = kind + String(repeating: "0", count: 62 - digits.count) + digits
    let id = UUID()
    return PreparedPush(
      id: id, environment: .sandbox, path: "/3/device/\(token)",
      headers: [
        ("apns-topic", "app.swivo"), ("apns-push-type", "alert"), ("apns-id", id.uuidString.lowercased()),
        ("apns-priority", "10"),
      ], body: Array(#"{"aps":{"alert":"\#(token)"}}"#.utf8), device: token, expiresAt: nil)
  }

  /// Sends a batch, which must all arrive and be reported once.
  private func deliver(_ pushes: [PreparedPush], _ sender: PushSender) async {
    var seen: Set<Int> = []
    for await report in sender.send(batch: pushes) {
      #expect(seen.insert(report.index).inserted)
      #expect(report.outcome == .delivered(id: pushes[report.index].id, uniqueID: nil))
    }
    #expect(seen.count == pushes.count)
  }

  @Test func aBatchArrivesUnchangedOnTwoConnections() async throws {
    let report = try await withSender { sender in await deliver((0..<2000).map { push($0) }, sender) }
    #expect(report.delivered == 2000)
    #expect(report.attempts.values.allSatisfy { $0 == 1 })
    #expect(report.connections == 2)
  }

  @Test func sequentialSendsShareAConnection() async throws {
    let report = try await withSender { sender in
      for number in 0..<20 {
        let push = push(number)
        #expect(await sender.send(push) == .delivered(id: push.id, uniqueID: nil))
      }
    }
    #expect(report.connections == 1)
  }

  @Test(arguments: ["01", "02", "03", "04", "05", "06", "07", "08", "09", "0b", "0e", "10"])
  func nothingIsLostInAFault(kind: String) async throws {
    let report = try await withSender("--slow", "2") {
      $0.requestTimeout = .seconds(1)
    } _: { sender in
      await deliver((0..<300).map { push($0, $0 % 50 == 49 ? kind : "00") }, sender)
    }
    #expect(report.delivered == 300)
  }

  @Test(arguments: [1, 7]) func theServersLimitOfStreamsIsKept(streams: Int) async throws {
    // The server answers when `gathered` streams are open: all that it allows, or 51 of a thousand.
    let gathered = streams == 1 ? 51 : streams
    let report = try await withSender("--streams", "\(streams)", "--gather", "\(gathered)") {
      $0.connections = 1
    } _: { sender in
      await deliver((0..<300).map { push($0) }, sender)
    }
    #expect(report.connections == 1)
    #expect(report.attempts.values.allSatisfy { $0 == 1 })
    // With a limit of one it allows a thousand after the first answer, as Apple does.
    #expect(streams == 1 ? report.mostStreams >= gathered : report.mostStreams == streams)
  }

  @Test func silenceEndsAtTheDeadlineAsMayHaveArrived() async throws {
    // The limit is multiplied by four until the machine is fast enough for two attempts.
    for limit in sequence(first: 200, next: { $0 * 4 }) {
      var outcome: PushOutcome?
      let report = try await withSender {
        $0.requestTimeout = .milliseconds(limit)
        $0.retryDeadline = .milliseconds(limit * 4)
      } _: { sender in
        outcome = await sender.send(push(1, "0f"))
      }
      guard report.attempts.values.first ?? 0 > 1 else { continue }
      guard case .undelivered(let fault, lastAnswer: nil, mayHaveArrived: true) = outcome else {
        Issue.record("\(String(describing: outcome))")
        return
      }
      #expect(fault.code == .timedOut)
      return
    }
  }

  @Test func finalAnswersEndTheNotification() async throws {
    _ = try await withSender { sender in
      let since = Date(timeIntervalSince1970: 1_700_000_000.123)
      guard case .unregistered(since, let answer) = await sender.send(push(1, "0a")) else {
        Issue.record("not unregistered since then")
        return
      }
      #expect(answer.reason == "Unregistered")
      #expect(answer.timestamp == since)
      let outcome = await sender.send(push(2, "0c"))
      guard case .undelivered(let fault, _, mayHaveArrived: false) = outcome else {
        Issue.record("\(outcome)")
        return
      }
      #expect(fault.code.rawValue == "InvalidProviderToken")
      // The destination is stopped.
      #expect(await sender.send(push(3)) == outcome)
    }
  }

  @Test func missingHTTP2TrustOrCredentialsIsReportedAtOnce() async throws {
    func code(_ outcome: PushOutcome) -> PushFault.Code? {
      if case .undelivered(let fault, _, _) = outcome { fault.code } else { nil }
    }
    _ = try await withSender("--alpn", "http/1.1") { sender in
      #expect(code(await sender.send(push(1))) == .noHTTP2)
    }
    _ = try await withSender {
      $0.caFile = nil
    } _: { sender in
      #expect(code(await sender.send(push(1))) == .notTrusted)
    }
    _ = try await withSender {
      $0.credentials = [:]
    } _: { sender in
      #expect(code(await sender.send(push(1))) == .noCredentials)
    }
  }

  @Test func cancellationAndShutdownEndTheWait() async throws {
    let report = try await withSender { sender in
      let task = Task { await sender.send(push(1, "0f")) }
      // It has been sent once the push behind it is answered, on the same or another connection.
      await deliver([push(2)], sender)
      task.cancel()
      guard case .undelivered(.cancelled, _, _) = await task.value else {
        Issue.record("not cancelled")
        return
      }
      await sender.shutdown()
      #expect(
        await sender.send(push(3)) == .undelivered(.shutdown, lastAnswer: nil, mayHaveArrived: false))
      for await report in sender.send(batch: [push(4)]) {
        #expect(report.outcome == .undelivered(.shutdown, lastAnswer: nil, mayHaveArrived: false))
      }
    }
    #expect(report.delivered == 1)
  }

  @Test func endingTheStreamCancelsTheRestOfTheBatch() async throws {
    let report = try await withSender {
      $0.queueCapacity = 1
    } _: { sender in
      // The second push is never answered, and occupies the queue's only place.
      for await report in sender.send(batch: [push(1), push(2, "0f"), push(3)]) {
        #expect(report.index == 0)
        break
      }
      let after = push(4)
      #expect(await sender.send(after) == .delivered(id: after.id, uniqueID: nil))
      let task = Task {
        var count = 0
        for await _ in sender.send(batch: [push(5), push(6, "0f"), push(7)]) { count += 1 }
        return count
      }
      task.cancel()
      #expect(await task.value <= 1)
      let last = push(8)
      #expect(await sender.send(last) == .delivered(id: last.id, uniqueID: nil))
      var reports = sender.send(batch: []).makeAsyncIterator()
      #expect(await reports.next() == nil)
    }
    #expect((3...4).contains(report.delivered))
  }

  @Test func theQueueIsBoundedAndSharedByCallers() async throws {
    let report = try await withSender {
      $0.queueCapacity = 5
    } _: { sender in
      await withTaskGroup(of: Void.self) { group in
        group.addTask { await deliver((0..<200).map { push($0) }, sender) }
        group.addTask { await deliver((200..<400).map { push($0) }, sender) }
        for number in 400..<500 {
          group.addTask {
            let push = push(number)
            #expect(await sender.send(push) == .delivered(id: push.id, uniqueID: nil))
          }
        }
      }
    }
    #expect(report.delivered == 500)
    #expect(report.mostStreams <= 5)
  }
}
