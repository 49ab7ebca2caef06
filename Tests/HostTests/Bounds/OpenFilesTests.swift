import Testing

@testable import Host

@Suite struct OpenFilesTests {
  @Test(arguments: [
    (limit: 1024, connections: 768, tunnels: 128), (limit: 65_536, connections: 20_000, tunnels: 10_000),
    (limit: 20_000, connections: 15_000, tunnels: 2500), (limit: 1024, connections: 100, tunnels: 50),
    (limit: 1024, connections: 1024, tunnels: 1), (limit: 64, connections: 1000, tunnels: 1),
  ])
  func webSocketsLeaveDescriptorsToOthers(limit: Int, connections: Int, tunnels: Int) {
    #expect(OpenFiles.tunnels(beside: connections, of: limit) == tunnels)
  }
}
