import Edge

extension Migration {
  /// The users who have deleted their accounts, the triggers that hand their sessions and hunts over to other users, as
  /// groups are handed over, and the indexes for the deletion and for `prune_history`.
  static let accountDeletion = Migration(
    version: 17, name: "account_deletion",
    sqlite: """
      CREATE TABLE account_deletions (
        user_id TEXT PRIMARY KEY,
        requested_at TEXT NOT NULL,
        deleted_at TEXT
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX account_deletions_by_time ON account_deletions (deleted_at);

      -- A token outlives its account. SQLite's triggers have no other code than that of constraints.
      CREATE TRIGGER refuse_deleted_user BEFORE INSERT ON users
      WHEN EXISTS (SELECT 1 FROM account_deletions d WHERE d.user_id = NEW.id)
      BEGIN SELECT RAISE(ABORT, 'users: the account is deleted'); END;

      CREATE TRIGGER leave_sessions BEFORE DELETE ON users BEGIN
        UPDATE sessions SET created_by = (
            SELECT p.user_id FROM session_participants p WHERE p.session_id = sessions.id AND p.user_id <> OLD.id
            ORDER BY p.joined_at, p.user_id LIMIT 1)
          WHERE created_by = OLD.id AND EXISTS (
            SELECT 1 FROM session_participants p WHERE p.session_id = sessions.id AND p.user_id <> OLD.id);
      END;
      CREATE TRIGGER leave_hunts BEFORE DELETE ON users BEGIN
        UPDATE scavenger_hunts SET created_by = (
            SELECT p.user_id FROM hunt_participants p WHERE p.hunt_id = scavenger_hunts.id AND p.user_id <> OLD.id
            ORDER BY p.joined_at, p.user_id LIMIT 1)
          WHERE created_by = OLD.id AND EXISTS (
            SELECT 1 FROM hunt_participants p WHERE p.hunt_id = scavenger_hunts.id AND p.user_id <> OLD.id);
        UPDATE scavenger_hunts SET created_by = (
            SELECT m.user_id FROM group_members m WHERE m.group_id = scavenger_hunts.group_id AND m.user_id <> OLD.id
            ORDER BY m.joined_at, m.user_id LIMIT 1)
          WHERE created_by = OLD.id AND EXISTS (
            SELECT 1 FROM group_members m WHERE m.group_id = scavenger_hunts.group_id AND m.user_id <> OLD.id);
      END;
      CREATE INDEX sessions_of_creator ON sessions (created_by);
      CREATE INDEX match_deliveries_of_user ON match_deliveries (user_id);
      CREATE INDEX sessions_over ON sessions (created_at) WHERE status <> 'open';
      CREATE INDEX eta_shares_over ON eta_shares (expires_at) WHERE NOT is_active;
      """,
    postgres: """
      CREATE TABLE account_deletions (
        user_id uuid PRIMARY KEY,
        requested_at timestamptz NOT NULL,
        deleted_at timestamptz
      );
      CREATE INDEX account_deletions_by_time ON account_deletions (deleted_at);

      -- The host's own: no app reads it.
      ALTER TABLE account_deletions ENABLE ROW LEVEL SECURITY;
      REVOKE ALL ON account_deletions FROM anon, authenticated;
      GRANT ALL ON account_deletions TO service_role;

      -- A token outlives its account. The code is that of the reference to auth.users, which a project's users violate.
      CREATE FUNCTION apps.refuse_deleted_user() RETURNS trigger
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
      BEGIN
        IF EXISTS (SELECT FROM public.account_deletions d WHERE d.user_id = NEW.id) THEN
          RAISE EXCEPTION 'The account is deleted'
            USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'users_deleted', TABLE = 'users';
        END IF;
        RETURN NEW;
      END $$;
      -- Not for callers of PostgREST: no policy lets them insert users, and another refusal would tell who is deleted.
      CREATE TRIGGER refuse_deleted_user BEFORE INSERT ON users
        FOR EACH ROW WHEN (current_user NOT IN ('anon', 'authenticated')) EXECUTE FUNCTION apps.refuse_deleted_user();

      -- What others take part in changes hands: to the participant who joined first, a hunt without participants to the
      -- member who joined its group first. The rest is deleted with the user. The session of a match
      -- keeps it. The triggers also run for a user who is deleted at the auth server.
      CREATE FUNCTION apps.leave_sessions() RETURNS trigger
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
      BEGIN
        UPDATE public.sessions s SET created_by = heir.user_id
        FROM (
          SELECT DISTINCT ON (p.session_id) p.session_id, p.user_id
          FROM public.sessions own JOIN public.session_participants p ON p.session_id = own.id
          WHERE own.created_by = OLD.id AND p.user_id <> OLD.id
          ORDER BY p.session_id, p.joined_at, p.user_id) AS heir
        WHERE s.id = heir.session_id;
        RETURN OLD;
      END $$;
      CREATE TRIGGER leave_sessions BEFORE DELETE ON users FOR EACH ROW EXECUTE FUNCTION apps.leave_sessions();

      CREATE FUNCTION apps.leave_hunts() RETURNS trigger
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
      BEGIN
        UPDATE public.scavenger_hunts h SET created_by = heir.user_id
        FROM (
          SELECT DISTINCT ON (own.id) own.id, other.user_id
          FROM public.scavenger_hunts own CROSS JOIN LATERAL (
            SELECT p.user_id, 1 AS rank, p.joined_at FROM public.hunt_participants p WHERE p.hunt_id = own.id
            UNION ALL
            SELECT m.user_id, 2, m.joined_at FROM public.group_members m WHERE m.group_id = own.group_id) AS other
          WHERE own.created_by = OLD.id AND other.user_id <> OLD.id
          ORDER BY own.id, other.rank, other.joined_at, other.user_id) AS heir
        WHERE h.id = heir.id;
        RETURN OLD;
      END $$;
      CREATE TRIGGER leave_hunts BEFORE DELETE ON users FOR EACH ROW EXECUTE FUNCTION apps.leave_hunts();

      -- What refers to no user, since users without a row have it too.
      CREATE FUNCTION apps.forget_user(forgotten uuid) RETURNS void
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
      DECLARE
        received uuid;
      BEGIN
        DELETE FROM public.invite_code_misses WHERE user_id = forgotten;
        FOR received IN SELECT s.id FROM public.eta_shares s WHERE s.recipients @> ARRAY[forgotten] LOOP
          BEGIN
            UPDATE public.eta_shares SET recipients = array_remove(recipients, forgotten) WHERE id = received;
          EXCEPTION WHEN check_violation THEN
            -- A share that its recipients cannot read: no update of it is accepted.
            NULL;
          END;
        END LOOP;
      END $$;
      CREATE FUNCTION apps.forget_deleted_user() RETURNS trigger
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
      BEGIN
        PERFORM apps.forget_user(OLD.id);
        RETURN OLD;
      END $$;
      CREATE TRIGGER forget_deleted_user BEFORE DELETE ON users
        FOR EACH ROW EXECUTE FUNCTION apps.forget_deleted_user();
      REVOKE ALL ON FUNCTION apps.refuse_deleted_user(), apps.leave_sessions(), apps.leave_hunts(), apps.forget_user(uuid),
        apps.forget_deleted_user() FROM PUBLIC, anon, authenticated;

      -- Where auth.users follows users, its rows go too, and with them chats and scores.
      DO $$
      BEGIN
        IF to_regprocedure('apps.register_user()') IS NOT NULL THEN
          CREATE FUNCTION apps.unregister_user() RETURNS trigger
            LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $function$
          BEGIN
            DELETE FROM auth.users WHERE id = OLD.id;
            RETURN NULL;
          END $function$;
          REVOKE ALL ON FUNCTION apps.unregister_user() FROM PUBLIC;
          CREATE TRIGGER unregister_user AFTER DELETE ON users FOR EACH ROW EXECUTE FUNCTION apps.unregister_user();
        END IF;
      END $$;

      CREATE INDEX match_deliveries_of_user ON match_deliveries (user_id);
      CREATE INDEX sessions_over ON sessions (created_at) WHERE status <> 'open';
      CREATE INDEX eta_shares_over ON eta_shares (expires_at) WHERE NOT is_active;
      """)
}
