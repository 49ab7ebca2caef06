import Database
import Edge
import Logging
import Synchronization

/// Answers the questions of other hosts.
struct PeerListener: Sendable {
  private let responder: PeerResponder
  private let store: PeerStore
  private let notifications: any DatabaseNotifications
  private let clock: WallClock
  private let logger: Logger
  private let work = WakeUp()

  init(
    _ responder: PeerResponder, store: PeerStore, notifications: any DatabaseNotifications, clock: WallClock,
    logger: Logger
  ) {
    self.responder = responder
    self.store = store
    self.notifications = notifications
    self.clock = clock
    self.logger = logger
  }

  /// Answers until the task is cancelled.
  func run() async {
    let isNotified = Flag()
    await withDiscardingTaskGroup { group in
      group.addTask {
        for await _ in notifications.listen(to: PeerStore.questionsChannel) {
          isNotified.set()
          work.signal()
        }
      }
      var rules = PeerAnswering()
      let start = ContinuousClock.now
      while !Task.isCancelled {
        let isWoken = await work.wait(upTo: rules.pause(isNotified: isNotified.isSet))
        guard !Task.isCancelled else { break }
        do {
          if isWoken || !isNotified.isSet {
            for asked in try await store.questions()
            where rules.take(asked.round, of: asked.asker, at: start.duration(to: .now)) { try await answer(asked) }
          }
          if rules.cleans(at: start.duration(to: .now)) { try await store.removeOld() }
        } catch {
          // The host that asked says that this one did not answer, and asks again.
          logger.debug("Could not answer another host", metadata: ["error": "\(error)"])
        }
      }
      group.cancelAll()
    }
  }

  private func answer(_ asked: PeerStore.Asked) async throws {
    var answers: [PeerAnswer?] = []
    for question in PeerWire.questions(in: asked.questions) {
      if let question {
        answers.append(await responder.answer(question, isOwn: false, now: clock.now))
      } else {
        answers.append(nil)
      }
    }
    try await store.answer(PeerWire.text(of: answers), to: asked)
  }

  /// Whether a notification has come.
  private final class Flag: Sendable {
    private let value = Atomic(false)
    var isSet: Bool { value.load(ordering: .relaxed) }
    func set() { value.store(true, ordering: .relaxed) }
  }
}
