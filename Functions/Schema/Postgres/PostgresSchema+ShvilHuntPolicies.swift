extension PostgresSchema {
  /// The policies of hunts, now that they have participants. The numbers are those of `HuntLimits`.
  static let shvilHuntPolicies = """
    -- These ask past the policies, which would otherwise ask each other without end.
    CREATE FUNCTION apps.hunts_of_caller() RETURNS SETOF uuid
      LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$
      SELECT hunt_id FROM public.hunt_participants WHERE user_id = (SELECT auth.uid())
    $$;

    -- A hunt of a group is for its members; any other is open to each user who knows its id.
    CREATE FUNCTION apps.may_join_hunt(hunt uuid) RETURNS boolean
      LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$
      SELECT EXISTS (
        SELECT 1 FROM public.scavenger_hunts h
        WHERE h.id = hunt AND h.status <> 'completed' AND (h.end_time IS NULL OR h.end_time > now())
          AND (h.group_id IS NULL OR h.created_by = (SELECT auth.uid()) OR h.group_id IN (SELECT apps.groups_of_caller())))
    $$;

    CREATE FUNCTION apps.may_submit(checkpoint uuid, photo text) RETURNS boolean
      LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$
      SELECT EXISTS (
        SELECT 1 FROM public.hunt_checkpoints c JOIN public.scavenger_hunts h ON h.id = c.hunt_id
        WHERE c.id = checkpoint AND h.status = 'active' AND (h.end_time IS NULL OR h.end_time > now())
          AND h.id IN (SELECT apps.hunts_of_caller())
          AND (h.group_id IS NULL OR h.created_by = (SELECT auth.uid()) OR h.group_id IN (SELECT apps.groups_of_caller()))
          AND (photo IS NOT NULL OR c.photo_required IS NOT TRUE)
          AND (photo IS NULL OR photo ~* '^https?://[^[:space:][:cntrl:]]+$' AND length(photo) <= 2048))
    $$;

    CREATE FUNCTION apps.limit_hunts() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
    BEGIN
      -- One of a user's inserts at a time.
      PERFORM FROM public.users u WHERE u.id = NEW.created_by FOR NO KEY UPDATE;
      IF (
        SELECT count(*) FROM public.scavenger_hunts h
        WHERE h.created_by = NEW.created_by AND h.status <> 'completed') > 50
      THEN
        RAISE EXCEPTION 'A user has at most 50 hunts that are not completed'
          USING ERRCODE = 'check_violation', CONSTRAINT = 'scavenger_hunts_limit', TABLE = 'scavenger_hunts';
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER limit_hunts AFTER INSERT ON scavenger_hunts
      FOR EACH ROW WHEN (current_user IN ('anon', 'authenticated')) EXECUTE FUNCTION apps.limit_hunts();

    CREATE FUNCTION apps.limit_hunt_rows() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
    BEGIN
      -- One insert of a hunt at a time.
      PERFORM FROM public.scavenger_hunts h WHERE h.id = NEW.hunt_id FOR NO KEY UPDATE;
      IF TG_TABLE_NAME = 'hunt_checkpoints' THEN
        IF (SELECT count(*) FROM public.hunt_checkpoints c WHERE c.hunt_id = NEW.hunt_id) > 100 THEN
          RAISE EXCEPTION 'A hunt has at most 100 checkpoints'
            USING ERRCODE = 'check_violation', CONSTRAINT = 'hunt_checkpoints_limit', TABLE = 'hunt_checkpoints';
        END IF;
      ELSIF (SELECT count(*) FROM public.hunt_participants p WHERE p.hunt_id = NEW.hunt_id) > 1000 THEN
        RAISE EXCEPTION 'A hunt has at most 1000 participants'
          USING ERRCODE = 'check_violation', CONSTRAINT = 'hunt_participants_limit', TABLE = 'hunt_participants';
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER limit_hunt_checkpoints AFTER INSERT OR UPDATE OF hunt_id ON hunt_checkpoints
      FOR EACH ROW WHEN (current_user IN ('anon', 'authenticated')) EXECUTE FUNCTION apps.limit_hunt_rows();
    CREATE TRIGGER limit_hunt_participants AFTER INSERT ON hunt_participants
      FOR EACH ROW WHEN (current_user IN ('anon', 'authenticated')) EXECUTE FUNCTION apps.limit_hunt_rows();

    REVOKE ALL ON FUNCTION apps.hunts_of_caller(), apps.may_join_hunt(uuid), apps.may_submit(uuid, text),
      apps.limit_hunts(), apps.limit_hunt_rows() FROM PUBLIC, anon, authenticated;
    GRANT EXECUTE ON FUNCTION apps.hunts_of_caller(), apps.may_join_hunt(uuid), apps.may_submit(uuid, text)
      TO anon, authenticated, service_role;

    DROP POLICY "Creators and group members can view hunts" ON scavenger_hunts;
    CREATE POLICY "Creators, group members and participants can view hunts" ON scavenger_hunts
      FOR SELECT TO authenticated
      USING ((SELECT auth.uid()) = created_by OR group_id IN (SELECT apps.groups_of_caller())
        OR group_id IS NULL AND id IN (SELECT apps.hunts_of_caller()));

    -- What others have submitted does not lose its points, nor its checkpoint.
    DROP POLICY "Creators can change checkpoints" ON hunt_checkpoints;
    CREATE POLICY "Creators can change checkpoints of drafts" ON hunt_checkpoints TO authenticated
      USING (EXISTS (
        SELECT 1 FROM scavenger_hunts h
        WHERE h.id = hunt_id AND h.created_by = (SELECT auth.uid()) AND h.status = 'draft'));

    ALTER TABLE hunt_participants ENABLE ROW LEVEL SECURITY;
    CREATE POLICY "Users who see a hunt can view its participants" ON hunt_participants FOR SELECT TO authenticated
      USING ((SELECT auth.uid()) = user_id OR EXISTS (SELECT 1 FROM scavenger_hunts h WHERE h.id = hunt_id));
    CREATE POLICY "Users can join hunts" ON hunt_participants FOR INSERT TO authenticated
      WITH CHECK ((SELECT auth.uid()) = user_id AND apps.may_join_hunt(hunt_id));

    DROP POLICY "Users can submit checkpoints" ON checkpoint_submissions;
    CREATE POLICY "Participants can submit checkpoints of active hunts" ON checkpoint_submissions
      FOR INSERT TO authenticated
      WITH CHECK ((SELECT auth.uid()) = user_id AND verified IS NOT TRUE AND apps.may_submit(checkpoint_id, photo_url));

    REVOKE ALL ON hunt_participants FROM anon, authenticated;
    GRANT SELECT, INSERT (hunt_id, user_id) ON hunt_participants TO anon, authenticated;
    GRANT ALL ON hunt_participants TO service_role;
    -- Times are the database's, and a hunt stays in its group.
    REVOKE INSERT, UPDATE ON scavenger_hunts, hunt_checkpoints FROM anon, authenticated;
    REVOKE INSERT ON checkpoint_submissions FROM anon, authenticated;
    GRANT INSERT (id, title, description, created_by, group_id, status, start_time, end_time),
      UPDATE (title, description, status, start_time, end_time) ON scavenger_hunts TO anon, authenticated;
    GRANT INSERT (id, hunt_id, title, description, location, photo_required, points, order_index),
      UPDATE (title, description, location, photo_required, points, order_index) ON hunt_checkpoints
      TO anon, authenticated;
    GRANT INSERT (id, checkpoint_id, user_id, photo_url) ON checkpoint_submissions TO anon, authenticated;
    """
}
