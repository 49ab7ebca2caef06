import Edge
import Foundation
import SwiftletTesting
import Testing

/// Rows that belong to a user: no other user reads, changes or infers them through `context.userDatabase`.
@Suite(.onPostgres) struct PolicyTests {
  /// A table with a row of the victim's.
  private struct Owned {
    let table: String
    /// The condition that selects the victim's rows.
    let rows: String
    /// The assignment of a change of them.
    let change: String
    /// The insert of such a row by another user.
    let insert: String
    /// Whether the victim sees them.
    var isSeen = true
  }

  private struct World {
    let victim = UUID()
    let stranger = UUID()
    let plan = UUID()
    let group = UUID()
    let hunt = UUID()
    let checkpoint = UUID()
    let session = UUID()
    let share = UUID()
    let recipe = UUID()
  }

  private func owned(_ world: World) -> [Owned] {
    let me = "'\(world.victim)'"
    let other = "gen_random_uuid()"
    return [
      Owned(table: "users", rows: "id = \(me)", change: "display_name = 'x'", insert: "(id) VALUES (\(me))"),
      Owned(
        table: "chats", rows: "user_id = \(me)", change: "messages = '[1]'",
        insert: "(user_id, riddle_id) SELECT \(me), min(id) FROM riddles"),
      Owned(
        table: "scores", rows: "user_id = \(me)", change: "score = 0",
        insert: "(user_id, riddle_id, score) SELECT \(me), min(id), 7 FROM riddles"),
      Owned(
        table: "user_subscriptions", rows: "user_id = \(me)", change: "tier = 'free'",
        insert: "(user_id, tier) VALUES (\(me), 'premium')"),
      Owned(
        table: "saved_recipes", rows: "user_id = \(me)", change: "saved_at = now()",
        insert: "(user_id, recipe_id) VALUES (\(me), \(other))"),
      Owned(
        table: "recipes", rows: "id = '\(world.recipe)'", change: "title = 'x'", insert: "(title) VALUES ('x')"),
      Owned(
        table: "recipe_ingredients", rows: "recipe_id = '\(world.recipe)'", change: "ingredient = 'x'",
        insert: "(recipe_id, position, ingredient) VALUES ('\(world.recipe)', 9, 'x')"),
      Owned(
        table: "store_subscriptions", rows: "user_id = \(me)", change: "user_id = '\(world.stranger)'",
        insert: "(store, id, user_id, user_set_at, user_set_by) VALUES ('app_store', '2', \(me), now(), 'x')",
        isSeen: false),
      Owned(
        table: "store_periods", rows: "subscription_id = '1'", change: "ends_at = now()",
        insert: """
          (store, subscription_id, id, product_id, purchased_at, ends_at, signed_at, notice_id)
          VALUES ('app_store', '1', '2', 'x', now(), now(), now(), 'x')
          """,
        isSeen: false),
      Owned(
        table: "store_transfers", rows: "from_user_id = \(me)", change: "to_user_id = '\(world.stranger)'",
        insert: "(from_user_id, store, made_at, notice_id) VALUES (\(me), 'app_store', now(), 'a')", isSeen: false),
      Owned(
        table: "subscription_notices", rows: "subscription_id = '1'", change: "outcome = 'stale'",
        insert: """
          (id, store, type, outcome, signed_at, received_at) VALUES ('x', 'app_store', 'x', 'ignored', now(), now())
          """,
        isSeen: false),
      Owned(
        table: "usage_counters", rows: "user_id = \(me)", change: "searches = 0",
        insert: "(user_id, day) VALUES (\(me), DATE '2000-01-01')", isSeen: false),
      Owned(
        table: "sessions", rows: "id = '\(world.session)'", change: "quorum_n = 1",
        insert: "(category_id, created_by, invite_code) SELECT id, \(me), 'x' FROM categories LIMIT 1"),
      Owned(
        table: "session_participants", rows: "session_id = '\(world.session)'", change: "joined_at = now()",
        insert: "(session_id, user_id) VALUES ('\(world.session)', '\(world.stranger)')"),
      Owned(
        table: "session_options", rows: "session_id = '\(world.session)'", change: "order_index = 9",
        insert: "(session_id, option_id, order_index) SELECT '\(world.session)', id, 99 FROM options LIMIT 1"),
      Owned(
        table: "likes", rows: "user_id = \(me)", change: "match_found = true",
        insert: """
          (session_id, option_id, user_id, match_found)
          SELECT '\(world.session)', id, \(me), false FROM options LIMIT 1
          """),
      Owned(
        table: "match_deliveries", rows: "user_id = \(me)", change: "attempts = 9",
        insert: """
          (session_id, user_id, apns_id, outcome, updated_at) VALUES (\(other), \(me), \(other), 'pending', now())
          """,
        isSeen: false),
      Owned(
        table: "invite_code_misses", rows: "user_id = \(me)", change: "missed_at = now()",
        insert: "(user_id, slot, missed_at) VALUES (\(me), 1, now())", isSeen: false),
      Owned(
        table: "account_deletions", rows: "user_id = \(me)", change: "deleted_at = now()",
        insert: "(user_id, requested_at) VALUES (\(other), now())", isSeen: false),
      Owned(
        table: "adventure_plans", rows: "user_id = \(me)", change: "title = 'x'",
        insert: "(user_id, title) VALUES (\(me), 'x')"),
      Owned(
        table: "social_groups", rows: "created_by = \(me)", change: "name = 'x'",
        insert: "(name, created_by) VALUES ('x', \(me))"),
      Owned(
        table: "group_members", rows: "group_id = '\(world.group)'", change: "joined_at = now()",
        insert: "(group_id, user_id) VALUES ('\(world.group)', '\(world.stranger)')"),
      Owned(
        table: "scavenger_hunts", rows: "created_by = \(me)", change: "title = 'x'",
        insert: "(title, created_by) VALUES ('x', \(me))"),
      Owned(
        table: "hunt_checkpoints", rows: "hunt_id = '\(world.hunt)'", change: "points = 0",
        insert: "(hunt_id, title, order_index) VALUES ('\(world.hunt)', 'x', 2)"),
      Owned(
        table: "hunt_participants", rows: "hunt_id = '\(world.hunt)'", change: "joined_at = now()",
        insert: "(hunt_id, user_id) VALUES ('\(world.hunt)', \(me))"),
      Owned(
        table: "checkpoint_submissions", rows: "user_id = \(me)", change: "verified = true",
        insert: "(checkpoint_id) VALUES ('\(world.checkpoint)')"),
      Owned(
        table: "saved_places", rows: "user_id = \(me)", change: "name = 'x'",
        insert: "(user_id, name) VALUES (\(me), 'x')"),
      Owned(
        table: "eta_shares", rows: "user_id = \(me)", change: "is_active = false",
        insert: "(user_id, route_data, recipients, expires_at) VALUES (\(me), '{}', '{}', now())"),
      Owned(
        table: "eta_share_events", rows: "share_id = '\(world.share)'", change: "kind = 'ended'",
        insert: """
          (id, share_id, kind, estimated_arrival, created_at) VALUES (\(other), '\(world.share)', 'ended', now(), now())
          """,
        isSeen: false),
      Owned(
        table: "eta_share_deliveries", rows: "user_id = \(me)", change: "attempts = 9",
        insert: """
          (event_id, user_id, apns_id, outcome, updated_at) VALUES (\(other), \(me), \(other), 'pending', now())
          """,
        isSeen: false),
      Owned(
        table: "device_tokens", rows: "user_id = \(me)", change: "token = 'ab'",
        insert: "(user_id, app, token, updated_at) VALUES (\(me), 'other', 'ab', now())", isSeen: false),
    ]
  }

  /// One row of the victim's in each table.
  private func fill(_ host: TestHost, _ world: World) async throws {
    try await host.register(world.victim, world.stranger)
    let me = "'\(world.victim)'"
    try await host.database.transaction { transaction in
      try await transaction.run(
        script: """
          INSERT INTO chats (user_id, riddle_id) SELECT \(me), min(id) FROM riddles;
          INSERT INTO scores (user_id, riddle_id, score) SELECT \(me), min(id), 7 FROM riddles;
          INSERT INTO user_subscriptions (user_id, tier) VALUES (\(me), 'premium');
          INSERT INTO saved_recipes (user_id, recipe_id) VALUES (\(me), gen_random_uuid());
          INSERT INTO recipes (id, title, ingredients) VALUES ('\(world.recipe)', 'Soup', '[{"name": "leek"}]');
          INSERT INTO saved_recipes (user_id, recipe_id) VALUES (\(me), '\(world.recipe)');
          INSERT INTO store_subscriptions (store, id, user_id, user_set_at, user_set_by)
            VALUES ('app_store', '1', \(me), now(), 'a');
          INSERT INTO store_periods
            (store, subscription_id, id, product_id, purchased_at, ends_at, signed_at, notice_id)
            VALUES ('app_store', '1', '1', 'x', now(), now(), now(), 'a');
          INSERT INTO subscription_notices (id, store, type, subscription_id, outcome, signed_at, received_at)
            VALUES ('a', 'app_store', 'SUBSCRIBED', '1', 'applied', now(), now());
          INSERT INTO store_transfers (from_user_id, store, made_at, notice_id) VALUES (\(me), 'app_store', now(), 'a');
          INSERT INTO usage_counters (user_id, day) VALUES (\(me), current_date);
          INSERT INTO sessions (id, category_id, created_by, invite_code)
            SELECT '\(world.session)', category_id, \(me), 'ABCDEF' FROM options LIMIT 1;
          INSERT INTO session_participants (session_id, user_id) VALUES ('\(world.session)', \(me));
          INSERT INTO session_options (session_id, option_id, order_index) SELECT '\(world.session)', id, 0 FROM options LIMIT 1;
          INSERT INTO likes (session_id, option_id, user_id, match_found)
            SELECT session_id, option_id, \(me), false FROM session_options;
          INSERT INTO match_deliveries (session_id, user_id, apns_id, outcome, updated_at)
            VALUES ('\(world.session)', \(me), gen_random_uuid(), 'pending', now());
          INSERT INTO invite_code_misses (user_id, slot, missed_at) VALUES (\(me), 0, now());
          INSERT INTO account_deletions (user_id, requested_at) VALUES (\(me), now());
          INSERT INTO adventure_plans (id, user_id, title) VALUES ('\(world.plan)', \(me), 'a surprise');
          INSERT INTO social_groups (id, name, created_by) VALUES ('\(world.group)', 'Friends', \(me));
          INSERT INTO scavenger_hunts (id, title, created_by) VALUES ('\(world.hunt)', 'Eggs', \(me));
          INSERT INTO hunt_checkpoints (id, hunt_id, title, order_index) VALUES ('\(world.checkpoint)', '\(world.hunt)', 'x', 1);
          INSERT INTO hunt_participants (hunt_id, user_id) VALUES ('\(world.hunt)', \(me));
          INSERT INTO checkpoint_submissions (checkpoint_id, user_id) VALUES ('\(world.checkpoint)', \(me));
          INSERT INTO saved_places (user_id, name) VALUES (\(me), 'home');
          INSERT INTO eta_shares (id, user_id, route_data, recipients, expires_at)
            VALUES ('\(world.share)', \(me), '{}', '{}', now() + interval '1 hour');
          INSERT INTO eta_share_events (id, share_id, kind, estimated_arrival, created_at)
            VALUES ('\(world.share)', '\(world.share)', 'started', now(), now());
          INSERT INTO eta_share_deliveries (event_id, user_id, apns_id, outcome, updated_at)
            VALUES ('\(world.share)', \(me), gen_random_uuid(), 'pending', now());
          INSERT INTO device_tokens (user_id, app, token, updated_at) VALUES (\(me), 'shvil', 'abcd', now());
          """)
    }
  }

  @Test func otherUsersReadChangeOrInferNoRow() async throws {
    try await withApps(adding: [asCaller]) { host in
      let world = World()
      try await fill(host, world)
      for row in owned(world) {
        let all = SQL(
          verbatim: """
            SELECT md5(string_agg(t::text, ',' ORDER BY t::text)) AS sum FROM \(row.table) t WHERE \(row.rows)
            """)
        let before = try #require(try await host.database.first(all)?.text, "\(row.table) has a row to protect")
        let count = "SELECT count(*)::text AS n FROM \(row.table) WHERE \(row.rows)"
        let seen = try await host.execute(count, by: world.victim)
        let refused = Outcome(refusal: "insufficientPrivilege")
        #expect(row.isSeen ? seen.rows != ["0"] && seen.refusal == nil : seen == refused, "\(row.table)")

        let hidden = row.isSeen ? Outcome(rows: ["0"]) : refused
        #expect(try await host.execute(count, by: world.stranger) == hidden, "\(row.table)")
        // A condition that fails on what it sees would tell of it.
        let trap = try await host.execute(
          "SELECT 'seen' AS it FROM \(row.table) t WHERE \(row.rows) AND 1 / (length(t::text) * 0) = 1",
          by: world.stranger)
        #expect(trap.rows.isEmpty && [nil, "insufficientPrivilege"].contains(trap.refusal), "\(row.table): \(trap)")
        for change in ["UPDATE \(row.table) SET \(row.change)", "DELETE FROM \(row.table)"] {
          let outcome = try await host.execute("\(change) WHERE \(row.rows)", changes: true, by: world.stranger)
          #expect(outcome.changed == 0, "\(change)")
          #expect([nil, "insufficientPrivilege"].contains(outcome.refusal), "\(change): \(outcome)")
        }
        // Refused for its owner, and not because the row exists already.
        let insert = try await host.execute("INSERT INTO \(row.table) \(row.insert)", changes: true, by: world.stranger)
        #expect(insert == refused, "\(row.table)")
        let truncate = try await host.execute("TRUNCATE \(row.table) CASCADE", changes: true, by: world.stranger)
        #expect(truncate.refusal == "insufficientPrivilege", "\(row.table)")
        #expect(try await host.database.first(all)?.text == before, "\(row.table)")
      }
    }
  }

  @Test func theTablesOfTheTestAreAllThatHaveRowsOfUsers() async throws {
    try await withApps { host in
      let known = Set(owned(World()).map(\.table)).union(["categories", "options", "riddles"])
      let tables = try await host.database.query(
        "SELECT relname::text AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'"
      ).map { try $0.get("name", as: String.self) }
      #expect(Set(tables) == known)
    }
  }

  @Test func publicRowsAreReadAndNotWritten() async throws {
    try await withApps(adding: [asCaller]) { host in
      let user = UUID()
      try await host.register(user)
      try await host.database.execute(
        """
        INSERT INTO riddles (title, question, answer, image_path, release_date)
        VALUES ('', '', 'tomorrow', '', (now() AT TIME ZONE 'UTC')::date + 1)
        """)
      #expect(
        try await host.execute("SELECT 'seen' AS it FROM riddles WHERE answer = 'tomorrow'", by: user) == Outcome())
      for table in ["categories", "options"] {
        #expect(try await host.execute("SELECT count(*)::text AS n FROM \(table)", by: user).rows != ["0"], "\(table)")
      }
      for table in ["categories", "options", "riddles"] {
        #expect(try await host.execute("DELETE FROM \(table)", changes: true, by: user) == Outcome(), "\(table)")
      }
    }
  }

  @Test func membersAndRecipientsReadSharedRowsAndChangeNone() async throws {
    try await withApps(adding: [asCaller]) { host in
      let world = World()
      let friend = UUID()
      try await fill(host, world)
      try await host.register(friend)
      try await host.database.transaction { transaction in
        try await transaction.execute(
          "INSERT INTO group_members (group_id, user_id) VALUES (\(world.group), \(friend))")
        try await transaction.execute("UPDATE eta_shares SET recipients = ARRAY[\(friend)]::uuid[]")
        try await transaction.execute(
          "INSERT INTO session_participants (session_id, user_id) VALUES (\(world.session), \(friend))")
      }
      let shown = [
        ("social_groups", "name = 'x'", 1), ("group_members", "joined_at = now()", 2),
        ("eta_shares", "is_active = false", 1), ("sessions", "quorum_n = 1", 1),
        ("session_participants", "joined_at = now()", 2), ("session_options", "order_index = 9", 1),
      ]
      for (table, change, count) in shown {
        let seen = try await host.execute("SELECT count(*)::text AS n FROM \(table)", by: friend)
        #expect(seen.rows == ["\(count)"], "\(table)")
        let update = try await host.execute("UPDATE \(table) SET \(change)", changes: true, by: friend)
        #expect(update.changed == 0, "\(table)")
      }
      // The likes of others, and rows that are not shared with the group, stay hidden.
      for table in ["likes", "scavenger_hunts", "adventure_plans"] {
        let seen = try await host.execute("SELECT count(*)::text AS n FROM \(table)", by: friend)
        #expect(seen.rows == ["0"], "\(table)")
      }
      let left = try await host.execute("DELETE FROM group_members", changes: true, by: friend)
      #expect(left.changed == 1, "one's own membership")
    }
  }
}
