import Testing

@testable import Workers

/// The order in which a worker's process and channel end.
@Suite struct WorkerEndingTests {
  private let death = WorkerDeath(worker: WorkerID(number: 1), pid: 1, end: .signal(9))

  @Test func aWorkerHasEndedOnceItsChannelHasClosedToo() {
    var ending = WorkerEnding()
    let isConnected = ending.beginConnecting()
    let afterDeath = ending.died(death)
    #expect(isConnected && ending.isDead && !ending.isClosed)
    #expect(afterDeath == nil)
    let afterClose = [ending.closed(), ending.closed(), ending.died(death)]
    #expect(afterClose == [death, nil, nil], "it is told once")
    #expect(ending.isClosed)
  }

  @Test func aWorkerThatClosesItsChannelHasEndedWithItsProcess() {
    var ending = WorkerEnding()
    let isConnected = ending.beginConnecting()
    let afterClose = ending.closed()
    #expect(isConnected && ending.isClosed && !ending.isDead)
    #expect(afterClose == nil)
    let afterDeath = [ending.died(death), ending.died(death), ending.closed()]
    #expect(afterDeath == [death, nil, nil], "it is told once")
  }

  @Test func aProcessThatEndsBeforeItsChannelIsConnectedIsTheEnd() {
    var ending = WorkerEnding()
    let afterDeath = ending.died(death)
    let isConnected = ending.beginConnecting()
    let afterClose = ending.closed()
    #expect(afterDeath == death)
    #expect(!isConnected)
    #expect(afterClose == nil)
  }
}
