import Edge

extension Migration {
  /// Shvil's groups: on SQLite their tables, on Postgres the rules for clients that write the tables themselves.
  ///
  /// On either engine a creator who leaves a group hands it over, and a group without members is deleted. So a group
  /// outlives the account of its creator.
  ///
  /// The numbers are those of `GroupLimits`.
  static let shvilGroups = Migration(
    version: 11, name: "shvil_groups",
    sqlite: """
      CREATE TABLE social_groups (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
        description TEXT CHECK (length(description) <= 1000),
        created_by TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        invite_code TEXT NOT NULL UNIQUE,
        qr_code TEXT,
        created_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
        updated_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX social_groups_of_creator ON social_groups (created_by);

      CREATE TABLE group_members (
        id TEXT PRIMARY KEY,
        group_id TEXT NOT NULL REFERENCES social_groups (id) ON DELETE CASCADE,
        user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        joined_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
        UNIQUE (group_id, user_id)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX groups_of_user ON group_members (user_id);

      CREATE TRIGGER hand_over_group AFTER DELETE ON group_members BEGIN
        UPDATE social_groups
          SET created_by = (
            SELECT m.user_id FROM group_members m WHERE m.group_id = OLD.group_id ORDER BY m.joined_at, m.user_id LIMIT 1)
          WHERE id = OLD.group_id AND created_by = OLD.user_id
            AND EXISTS (SELECT 1 FROM group_members m WHERE m.group_id = OLD.group_id);
        DELETE FROM social_groups
          WHERE id = OLD.group_id AND NOT EXISTS (SELECT 1 FROM group_members m WHERE m.group_id = OLD.group_id);
      END;
      CREATE TRIGGER leave_groups BEFORE DELETE ON users BEGIN
        DELETE FROM group_members WHERE user_id = OLD.id;
      END;
      """,
    postgres: """
      UPDATE social_groups SET qr_code = 'shvil://join/' || invite_code WHERE qr_code IS NULL;
      CREATE INDEX idx_social_groups_created_by ON social_groups (created_by);

      -- Only texts that change are checked: those that are there may break a rule, and a group must still change hands.
      CREATE FUNCTION apps.check_group() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
      BEGIN
        IF (TG_OP = 'INSERT' OR NEW.name IS DISTINCT FROM OLD.name) AND length(NEW.name) NOT BETWEEN 1 AND 100 THEN
          RAISE EXCEPTION 'A group has a name of 1 to 100 characters'
            USING ERRCODE = 'check_violation', CONSTRAINT = 'social_groups_name', TABLE = 'social_groups';
        END IF;
        IF (TG_OP = 'INSERT' OR NEW.description IS DISTINCT FROM OLD.description) AND length(NEW.description) > 1000 THEN
          RAISE EXCEPTION 'A description has at most 1000 characters'
            USING ERRCODE = 'check_violation', CONSTRAINT = 'social_groups_description', TABLE = 'social_groups';
        END IF;
        IF TG_OP = 'INSERT' THEN
          NEW.qr_code := 'shvil://join/' || NEW.invite_code;
        ELSIF current_user IN ('anon', 'authenticated') THEN
          NEW.updated_at := now();
        END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER check_group BEFORE INSERT OR UPDATE OF name, description ON social_groups
        FOR EACH ROW EXECUTE FUNCTION apps.check_group();

      -- The creator becomes a member at the instant of the group, also if a host with another clock made it.
      CREATE OR REPLACE FUNCTION apps.add_group_creator() RETURNS trigger
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
      BEGIN
        INSERT INTO public.group_members (group_id, user_id, joined_at)
        VALUES (NEW.id, NEW.created_by, coalesce(NEW.created_at, now()));
        RETURN NULL;
      END $$;

      -- Holds the group, so that its joins and leaves come one after another, and then the user. The host counts by itself;
      -- this holds those to the same numbers who join by join_social_group.
      CREATE FUNCTION apps.limit_group_members() RETURNS trigger
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
      BEGIN
        PERFORM FROM public.social_groups g WHERE g.id = NEW.group_id FOR NO KEY UPDATE;
        PERFORM FROM public.users u WHERE u.id = NEW.user_id FOR NO KEY UPDATE;
        IF (SELECT count(*) FROM public.group_members m WHERE m.group_id = NEW.group_id) > 200 THEN
          RAISE EXCEPTION 'A group has at most 200 members'
            USING ERRCODE = 'check_violation', CONSTRAINT = 'group_members_limit', TABLE = 'group_members';
        END IF;
        IF (SELECT count(*) FROM public.group_members m WHERE m.user_id = NEW.user_id) > 100 THEN
          RAISE EXCEPTION 'A user is in at most 100 groups'
            USING ERRCODE = 'check_violation', CONSTRAINT = 'group_members_groups_limit', TABLE = 'group_members';
        END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER limit_group_members AFTER INSERT ON group_members
        FOR EACH ROW EXECUTE FUNCTION apps.limit_group_members();

      CREATE FUNCTION apps.hold_group() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
      BEGIN
        PERFORM FROM public.social_groups g WHERE g.id = OLD.group_id FOR NO KEY UPDATE;
        RETURN OLD;
      END $$;
      CREATE TRIGGER hold_group BEFORE DELETE ON group_members FOR EACH ROW EXECUTE FUNCTION apps.hold_group();

      CREATE FUNCTION apps.hand_over_group() RETURNS trigger
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
      DECLARE
        heir uuid;
      BEGIN
        SELECT m.user_id INTO heir FROM public.group_members m
        WHERE m.group_id = OLD.group_id ORDER BY m.joined_at, m.user_id LIMIT 1;
        IF FOUND THEN
          UPDATE public.social_groups SET created_by = heir WHERE id = OLD.group_id AND created_by = OLD.user_id;
        ELSE
          DELETE FROM public.social_groups WHERE id = OLD.group_id;
        END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER hand_over_group AFTER DELETE ON group_members
        FOR EACH ROW EXECUTE FUNCTION apps.hand_over_group();

      CREATE FUNCTION apps.leave_groups() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
      BEGIN
        DELETE FROM public.group_members WHERE user_id = OLD.id;
        RETURN OLD;
      END $$;
      CREATE TRIGGER leave_groups BEFORE DELETE ON users FOR EACH ROW EXECUTE FUNCTION apps.leave_groups();

      REVOKE ALL ON FUNCTION apps.check_group(), apps.limit_group_members(), apps.hold_group(), apps.hand_over_group(),
        apps.leave_groups() FROM PUBLIC, anon, authenticated;

      CREATE POLICY "Creators can update groups" ON social_groups FOR UPDATE TO authenticated
        USING ((SELECT auth.uid()) = created_by) WITH CHECK ((SELECT auth.uid()) = created_by);
      CREATE POLICY "Creators can delete groups" ON social_groups FOR DELETE TO authenticated
        USING ((SELECT auth.uid()) = created_by);
      CREATE POLICY "Creators can remove members" ON group_members FOR DELETE TO authenticated
        USING (EXISTS (SELECT 1 FROM social_groups g WHERE g.id = group_id AND g.created_by = (SELECT auth.uid())));

      -- Codes and times are the database's: a code of one's own choice would be easy to guess, and a date without an end
      -- cannot be read.
      REVOKE INSERT, UPDATE ON social_groups, group_members FROM anon, authenticated;
      GRANT INSERT (id, name, description, created_by), UPDATE (name, description) ON social_groups TO anon, authenticated;
      GRANT INSERT (id, group_id, user_id) ON group_members TO anon, authenticated;
      """)
}
