import Edge
import Foundation
import SwiftletTesting
import Testing

@testable import Cron

@Suite struct PruneInviteMissesTests {
  @Test func missesOlderThanAnHourAreRemoved() async throws {
    let job = try #require(crontab.first { $0.name == "prune_invite_misses" })
    #expect(job.schedule == "53 * * * *")
    try await withApps { host in
      try await host.database.transaction { transaction in
        for number in 0..<700 {
          try await transaction.execute(
            """
            INSERT INTO invite_code_misses (user_id, slot, missed_at)
            VALUES (\(UUID()), \(number % 10), \(noon - TimeInterval(number * 60)))
            """)
        }
      }
      try await host.run(job)
      #expect(try await host.count("SELECT count(*) FROM invite_code_misses") == 61)
    }
  }

  @Test func batchesFindTheirRowsByAnIndex() async throws {
    try await withApps { host in
      let steps = try await host.plan(of: .deleteInviteMisses(before: noon, limit: 500, hold: ""), bitmaps: false)
      #expect(steps.contains { $0.contains("invite_code_misses_by_time") }, "\(steps)")
      #expect(!steps.contains { $0.contains("Seq Scan") || $0.contains("TEMP B-TREE") }, "\(steps)")
    }
  }
}
