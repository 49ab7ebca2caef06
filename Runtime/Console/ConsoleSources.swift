package import Database
package import Edge
package import Host

/// The sources that the pages read, and the controls of their actions.
package struct ConsoleSources: Sendable {
  /// The host's own commands.
  package let controls: any Controls
  /// The events of this host: calls, log lines, ends of workers.
  package let ring: EventRing
  package let functions: any FunctionSource
  package let database: Database
  package let clock: WallClock
  /// Asks all hosts of the database what they have in memory.
  package let hosts: HostQuestions
  package let host: HostDescription

  /// - Parameter peers: the other hosts of the database; nil for none.
  package init(
    controls: any Controls, ring: EventRing, functions: any FunctionSource, database: Database,
    clock: WallClock, host: HostDescription, peers: Peers? = nil
  ) {
    self.controls = controls
    self.ring = ring
    self.functions = functions
    self.database = database
    self.clock = clock
    self.host = host
    hosts = HostQuestions(
      PeerResponder(host: host.name, ring: ring, controls: controls), peers: peers, clock: clock)
  }
}
