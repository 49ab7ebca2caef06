import Edge
import Foundation
import SwiftletTesting
import Testing

@testable import Functions

/// Submissions of checkpoints, their verification, and the leaderboard.
@Suite struct SubmissionTests {
  private let photo = "https://storage.supabase.co/object/public/photos/photo.jpg"

  @Test func aRepeatHasTheFirstAnswer() async throws {
    let clock = SteppingClock()
    try await withApps(clock: clock.wall) { host in
      let player = UUID()
      let hunt = try await host.makeHunt(players: [player], started: true)
      let body: JSONValue = ["checkpoint_id": hunt.checkpoints[2].json, "photo_url": .string(photo)]
      let first = try await host.table(.post, "checkpoint_submissions", by: player, body)
      #expect(first.status == 201)
      let row = try #require(first.json?.row)
      let id = try #require(row.id)
      #expect(
        row == [
          "id": id.json, "checkpoint_id": hunt.checkpoints[2].json, "user_id": player.json,
          "photo_url": .string(photo), "submitted_at": "2026-03-01T12:00:00.000Z", "verified": false,
        ])
      clock.advance(by: 60)
      #expect(try await host.table(.post, "checkpoint_submissions", by: player, body) == first)
      #expect(try await host.change(hunt, by: hunt.creator, ["status": "completed"]).status == 200)
      #expect(try await host.submit(hunt.checkpoints[2], by: player) == Answer(200, row))
      let list = try await host.table(
        .get, "checkpoint_submissions?checkpoint_id=eq.\(hunt.checkpoints[2].text)", by: hunt.creator)
      #expect(list == Answer(200, .array([row])))
    }
  }

  @Test func onlyParticipantsOfAnActiveHuntSubmit() async throws {
    let clock = SteppingClock()
    try await withApps(clock: clock.wall) { host in
      let player = UUID()
      let hunt = try await host.makeHunt(players: [player])
      let door = hunt.checkpoints[0]
      #expect(try await host.submit(door, by: player).code == "CONFLICT")
      let start: JSONValue = ["status": "active", "end_time": "2026-03-01T13:00:00Z"]
      #expect(try await host.change(hunt, by: hunt.creator, start).status == 200)
      let creator = try await host.submit(door, by: hunt.creator)
      #expect(creator.status == 403)
      #expect(creator.code == "PERMISSION_DENIED")
      for checkpoint in [door, UUID()] {
        #expect(try await host.submit(checkpoint, by: UUID()).code == "CHECKPOINT_NOT_FOUND")
      }
      for photo in [
        nil, "", "photo.jpg", "javascript:alert(1)", "https://x y", "https://" + String(repeating: "x", count: 2048),
      ] {
        let refused = try await host.submit(hunt.checkpoints[2], by: player, photo: photo)
        #expect(refused.status == 400)
        #expect(refused.json?["error"]?["details"]?["path"] == "$.photo_url")
      }
      #expect(try await host.submit(door, by: player).status == 200)
      // Past its end a hunt takes no submissions, whether or not advance_hunts has run.
      clock.advance(by: 3600)
      #expect(try await host.submit(hunt.checkpoints[1], by: player).code == "CONFLICT")
      #expect(try await host.count("SELECT count(*) FROM checkpoint_submissions") == 1)
    }
  }

  @Test func ofManySubmissionsAtOnceOneIsStored() async throws {
    try await withApps(connections: 8) { host in
      let player = UUID()
      let hunt = try await host.makeHunt(players: [player], started: true)
      let answers = try await host.racing { _ in try await host.submit(hunt.checkpoints[0], by: player) }
      // A user uploads 20 times a minute at most.
      let stored = answers.filter { $0.status == 200 }
      #expect(stored.count == 20 && stored.allSatisfy { $0 == stored[0] })
      #expect(answers.count { $0.code == "RATE_LIMIT_EXCEEDED" } == 4)
      #expect(try await host.count("SELECT count(*) FROM checkpoint_submissions") == 1)
    }
  }

  @Test func submissionsAndAnEndAtOnceAgree() async throws {
    try await withApps(connections: 8) { host in
      for _ in 0..<5 {
        let players = (0..<23).map { _ in UUID() }
        let hunt = try await host.makeHunt(players: players, started: true)
        let answers = try await host.racing { number in
          number == 23
            ? try await host.change(hunt, by: hunt.creator, ["status": "completed"])
            : try await host.submit(hunt.checkpoints[0], by: players[number])
        }
        #expect(answers.allSatisfy { $0.status == 200 || $0.code == "CONFLICT" })
        let stored = try await host.count(
          "SELECT count(*) FROM checkpoint_submissions WHERE checkpoint_id = \(hunt.checkpoints[0])")
        #expect(answers.count { $0.status == 200 } == stored + 1)
      }
    }
  }

  @Test func theLeaderboardIsInTheOrderOfPointsAndThenOfTime() async throws {
    let clock = SteppingClock()
    try await withApps(clock: clock.wall) { host in
      let (ada, bob, eve, idle) = (UUID(), UUID(), UUID(), UUID())
      let hunt = try await host.makeHunt(players: [ada, bob, eve, idle], started: true)
      try await host.database.execute("UPDATE users SET display_name = 'Ada' WHERE id = \(ada)")
      for (user, checkpoint) in [(ada, 0), (bob, 2), (ada, 1), (eve, 1)] {
        clock.advance(by: 1)
        #expect(try await host.submit(hunt.checkpoints[checkpoint], by: user, photo: photo).status == 200)
      }
      let board = try await host.table(.get, "hunt_leaderboard?hunt_id=eq.\(hunt.id.text)", by: idle)
      let lines: JSONValue = [
        [
          "user_id": bob.json, "points": 30, "submissions": 1, "submitted_at": "2026-03-01T12:00:02.000Z",
        ],
        [
          "user_id": ada.json, "display_name": "Ada", "points": 30, "submissions": 2,
          "submitted_at": "2026-03-01T12:00:03.000Z",
        ],
        ["user_id": eve.json, "points": 20, "submissions": 1, "submitted_at": "2026-03-01T12:00:04.000Z"],
      ]
      #expect(board == Answer(200, lines))
      #expect(try await host.rpc("hunt_leaderboard", by: idle, ["p_hunt_id": hunt.id.json]) == board)
      let seen = try await host.table(.get, "scavenger_hunts?id=eq.\(hunt.id.text)", by: ada)
      #expect(seen.json?.row?["progress"]?.double.map { abs($0 - 2.0 / 3) < 1e-9 } == true)
      #expect(seen.json?.row?["participant_count"] == 4)
    }
  }

  @Test func theCreatorRefusesAndConfirmsSubmissions() async throws {
    try await withApps { host in
      let (player, other) = (UUID(), UUID())
      let hunt = try await host.makeHunt(players: [player, other], started: true)
      let submission = try await host.submit(hunt.checkpoints[0], by: player)
      let id = try #require(submission.json?.id)
      let board = "hunt_leaderboard?hunt_id=eq.\(hunt.id.text)"
      #expect(try await host.table(.get, board, by: other).json?.row?["points"] == 10, "it counts until it is refused")

      let refused = try await host.rpc(
        "verify_submission", by: hunt.creator, ["p_submission_id": id.json, "p_verified": false])
      #expect(refused.json?["verified"] == false)
      #expect(try await host.table(.get, board, by: other) == Answer(200, []))
      #expect(try await host.submit(hunt.checkpoints[0], by: player) == submission)
      let confirmed = try await host.call("verify_submission", by: hunt.creator, ["submission_id": id.json])
      #expect(confirmed.json?["verified"] == true)
      #expect(try await host.table(.get, board, by: other).json?.row?["points"] == 10)
      let patched = try await host.table(
        .patch, "checkpoint_submissions?id=eq.\(id.text)", by: hunt.creator, ["verified": true])
      #expect(patched == Answer(200, .array([try #require(confirmed.json)])))

      for body: JSONValue in [[:], ["photo_url": "https://x.example/y"], ["verified": .null], ["verified": "yes"]] {
        let target = "checkpoint_submissions?id=eq.\(id.text)"
        let answer = try await host.table(.patch, target, by: hunt.creator, body)
        #expect((answer.status, answer.code) == (400, "VALIDATION_ERROR"), "\(body)")
        #expect(answer.json?["error"]?["details"]?["path"] == "$.verified", "\(body)")
      }

      for (user, status, code) in [
        (player, 403, "PERMISSION_DENIED"), (other, 403, "PERMISSION_DENIED"), (UUID(), 404, "SUBMISSION_NOT_FOUND"),
      ] {
        let answer = try await host.call("verify_submission", by: user, ["submission_id": id.json, "verified": false])
        #expect(answer.status == status)
        #expect(answer.code == code)
      }
      let unknown = try await host.call("verify_submission", by: player, ["submission_id": UUID().json])
      #expect(unknown.code == "SUBMISSION_NOT_FOUND")
    }
  }
}
