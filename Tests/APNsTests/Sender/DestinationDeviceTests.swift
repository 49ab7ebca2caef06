import Foundation
import Push
import Testing

@testable import APNs

@Suite("Destination: devices") struct DestinationDeviceTests {
  @Test func aDeviceGetsOneAtATimeWithoutDelayingOthers() {
    var destination = DestinationScript { $0.inFlightPerConnection = 10 }
    destination.open(1)
    #expect(destination.submit(2...4, device: "a") == [.start(2, on: 1)])
    #expect(destination.submit(5...5, device: "b") == [.start(5, on: 1)])
    #expect(destination.answer(2, 200) == [DestinationScript.delivered(2), .start(3, on: 1)])
    #expect(destination.answer(3, 200) == [DestinationScript.delivered(3), .start(4, on: 1)])
    #expect(destination.answer(4, 200) == [DestinationScript.delivered(4)])
    #expect(destination.answer(5, 200) == [DestinationScript.delivered(5)])
    #expect(destination.state.devices.isEmpty)
  }

  /// Each one that ends frees the device's slot. The thread's stack is that of other threads, of 512 KiB.
  @Test(arguments: [false, true]) func manyBehindADeviceEndAtOnce(isDraining: Bool) async {
    let ended = await withCheckedContinuation { continuation in
      let thread = Thread {
        var destination = DestinationScript()
        destination.open(1)
        _ = destination.submit(2...10_001, device: "a")
        var actions: [DestinationScript.Action]
        if isDraining {
          destination.state.drain()
          actions = destination.actions() + destination.answer(2, 200)
        } else {
          actions = destination.answer(2, 403, "InvalidProviderToken")
        }
        actions.removeAll { if case .finish = $0 { false } else { true } }
        continuation.resume(returning: destination.state.devices.isEmpty ? actions.count : -1)
      }
      thread.stackSize = 512 << 10
      thread.start()
    }
    #expect(ended == 10_000)
  }

  @Test func theLimitPerDeviceIsConfigurable() {
    var destination = DestinationScript { $0.inFlightPerDevice = 2 }
    destination.open(1)
    #expect(destination.submit(2...4, device: "a") == [.start(2, on: 1), .start(3, on: 1)])
    #expect(destination.answer(3, 200) == [DestinationScript.delivered(3), .start(4, on: 1)])
  }

  @Test func aPausedDeviceKeepsItsOrderAndDelaysNoOther() {
    var destination = DestinationScript { $0.inFlightPerConnection = 10 }
    destination.open(1)
    _ = destination.submit(2...3, device: "a")
    #expect(destination.answer(2, 429, "TooManyRequests") == [])
    #expect(destination.submit(4...4, device: "b") == [.start(4, on: 1)])
    #expect(destination.pass(.milliseconds(999)) == [])
    #expect(destination.pass(.milliseconds(1)) == [.start(2, on: 1)])
    // The next pause is twice as long.
    #expect(destination.answer(2, 429, "TooManyRequests", retryAfter: .milliseconds(1)) == [])
    #expect(destination.pass(.milliseconds(1999)) == [])
    #expect(destination.pass(.milliseconds(1)) == [.start(2, on: 1)])
    #expect(destination.answer(2, 200) == [DestinationScript.delivered(2), .start(3, on: 1)])
    #expect(destination.answer(3, 200) == [DestinationScript.delivered(3)])
    #expect(destination.answer(4, 200) == [DestinationScript.delivered(4)])
    #expect(destination.state.devices.isEmpty)
  }

  @Test func aDeviceThatStaysOverItsLimitEndsAtTheDeadline() {
    var destination = DestinationScript { $0.retryDeadline = .seconds(2) }
    destination.open(1)
    _ = destination.submit(2...3, device: "a")
    let answer = DestinationScript.answer(429, "TooManyRequests")
    #expect(destination.answer(2, 429, "TooManyRequests") == [])
    #expect(destination.pass(.seconds(1)) == [.start(2, on: 1)])
    #expect(
      destination.answer(2, 429, "TooManyRequests") == [DestinationScript.undelivered(2, PushFault(answer), answer)])
    // The notifications behind it wait until their own deadlines.
    #expect(destination.pass(.seconds(1)) == [DestinationScript.undelivered(3, .overdue)])
    _ = destination.pass(.seconds(60))
    #expect(destination.state.devices.isEmpty)
  }

  @Test func aRequestThatIsTakenBackStaysBeforeTheOthersOfItsDevice() {
    var destination = DestinationScript()
    destination.open(1)
    #expect(destination.submit(2...3) == [.start(2, on: 1), .start(3, on: 1)])
    #expect(destination.submit(4...5, device: "a") == [.start(4, on: 1)])
    destination.dispatch(2...2)
    destination.state.settled(1, now: destination.now)
    #expect(destination.actions() == [.takeOff(4, from: 1)])
    destination.dispatch(3...3)
    #expect(destination.answer(2, 200) == [DestinationScript.delivered(2), .start(4, on: 1)])
    destination.dispatch(4...4)
    #expect(destination.answer(3, 200) == [DestinationScript.delivered(3)])
    #expect(destination.answer(4, 200) == [DestinationScript.delivered(4), .start(5, on: 1)])
  }

  @Test func aCancelledNotificationFreesItsSlot() {
    var destination = DestinationScript { $0.inFlightPerConnection = 1 }
    destination.open(1)
    #expect(destination.submit(2...2) == [.start(2, on: 1)])
    #expect(destination.submit(3...5, device: "a") == [])
    // 3 holds the device's slot, and waits for the connection.
    destination.state.cancel(3, now: destination.now)
    #expect(destination.actions() == [DestinationScript.undelivered(3, .cancelled)])
    destination.state.cancel(5, now: destination.now)
    #expect(destination.actions() == [DestinationScript.undelivered(5, .cancelled)])
    #expect(destination.answer(2, 200) == [DestinationScript.delivered(2), .start(4, on: 1)])
    destination.dispatch(4...4)
    destination.state.cancel(4, now: destination.now)
    #expect(
      destination.actions() == [
        .takeOff(4, from: 1), DestinationScript.undelivered(4, .cancelled, mayHaveArrived: true),
      ])
    #expect(destination.state.devices.isEmpty)
    #expect(destination.state.items.isEmpty)
  }

  @Test func drainingFinishesOnlyRequestsInFlight() {
    var destination = DestinationScript()
    destination.open(1)
    _ = destination.submit(2...3, device: "a")
    _ = destination.submit(4...4)
    destination.dispatch(2...2)
    destination.dispatch(4...4)
    destination.state.drain()
    #expect(destination.actions() == [DestinationScript.undelivered(3, .shutdown)])
    #expect(destination.submit(5...5) == [DestinationScript.undelivered(5, .shutdown)])
    #expect(destination.answer(2, 200) == [DestinationScript.delivered(2)])
    #expect(
      destination.answer(4, 500, "InternalServerError")
        == [DestinationScript.undelivered(4, .shutdown, DestinationScript.answer(500, "InternalServerError"))])
    #expect(destination.state.items.isEmpty)
  }
}
