extension PostgresSchema {
  /// The policies of Shvil's tables.
  static let shvilPolicies = """
    -- Where this differs from the document:
    --   "Group members can view members" asks group_members about itself without end, and "Group members can view
    --   groups" asks it: both ask a function, which asks past the policies.
    --   A creator may view a group too: nobody could read back what was inserted before anybody is a member.
    --   Whoever creates a group is its first member.
    --   "Users can join groups" let anybody into a group whose id they knew. Others join by join_social_group, which
    --   wants its code; the policy lets creators back into their own.
    --   "Users can leave groups", and the policies of hunts, checkpoints, submissions and places, which it leaves out,
    --   follow from its requests.
    CREATE FUNCTION apps.groups_of_caller() RETURNS SETOF uuid
      LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$
      SELECT group_id FROM public.group_members WHERE user_id = (SELECT auth.uid())
    $$;

    CREATE FUNCTION apps.add_group_creator() RETURNS trigger
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
    BEGIN
      INSERT INTO public.group_members (group_id, user_id) VALUES (NEW.id, NEW.created_by);
      RETURN NULL;
    END $$;
    CREATE TRIGGER add_group_creator AFTER INSERT ON social_groups FOR EACH ROW
      EXECUTE FUNCTION apps.add_group_creator();

    -- People type codes in any case, with spaces and hyphens, and take O for 0 and I or L for 1.
    CREATE FUNCTION join_social_group(invite_code text) RETURNS social_groups
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
    DECLARE
      caller CONSTANT uuid := auth.uid();
      typed CONSTANT text := translate(upper(join_social_group.invite_code), 'OIL -', '011');
      joined public.social_groups;
    BEGIN
      IF caller IS NULL THEN
        RAISE EXCEPTION 'Authentication required' USING ERRCODE = 'insufficient_privilege';
      END IF;
      SELECT * INTO joined FROM public.social_groups g
      WHERE g.invite_code IN (join_social_group.invite_code, typed) LIMIT 1;
      IF NOT FOUND THEN RAISE EXCEPTION 'Group not found' USING ERRCODE = 'no_data_found'; END IF;
      INSERT INTO public.users (id) VALUES (caller) ON CONFLICT DO NOTHING;
      INSERT INTO public.group_members (group_id, user_id) VALUES (joined.id, caller) ON CONFLICT DO NOTHING;
      RETURN joined;
    END $$;

    REVOKE ALL ON FUNCTION apps.groups_of_caller(), apps.new_invite_code(), apps.add_group_creator(),
      join_social_group(text) FROM PUBLIC, anon, authenticated;
    GRANT EXECUTE ON FUNCTION apps.groups_of_caller(), apps.new_invite_code() TO anon, authenticated, service_role;
    GRANT EXECUTE ON FUNCTION join_social_group(text) TO authenticated, service_role;

    ALTER TABLE adventure_plans ENABLE ROW LEVEL SECURITY;
    CREATE POLICY "Users can view own adventures" ON adventure_plans FOR SELECT USING ((SELECT auth.uid()) = user_id);
    CREATE POLICY "Users can create adventures" ON adventure_plans FOR INSERT
      WITH CHECK ((SELECT auth.uid()) = user_id);
    CREATE POLICY "Users can update own adventures" ON adventure_plans FOR UPDATE
      USING ((SELECT auth.uid()) = user_id);
    CREATE POLICY "Users can delete own adventures" ON adventure_plans FOR DELETE
      USING ((SELECT auth.uid()) = user_id);

    ALTER TABLE social_groups ENABLE ROW LEVEL SECURITY;
    CREATE POLICY "Group members can view groups" ON social_groups FOR SELECT
      USING (id IN (SELECT apps.groups_of_caller()) OR (SELECT auth.uid()) = created_by);
    CREATE POLICY "Users can create groups" ON social_groups FOR INSERT WITH CHECK ((SELECT auth.uid()) = created_by);

    ALTER TABLE group_members ENABLE ROW LEVEL SECURITY;
    CREATE POLICY "Group members can view members" ON group_members FOR SELECT
      USING (group_id IN (SELECT apps.groups_of_caller()));
    CREATE POLICY "Users can join groups" ON group_members FOR INSERT
      WITH CHECK ((SELECT auth.uid()) = user_id AND EXISTS (
        SELECT 1 FROM social_groups g WHERE g.id = group_id AND g.created_by = (SELECT auth.uid())));
    CREATE POLICY "Users can leave groups" ON group_members FOR DELETE USING ((SELECT auth.uid()) = user_id);

    -- A hunt is its creator's, and its group's to see. The subqueries below see what their own tables' policies show.
    ALTER TABLE scavenger_hunts ENABLE ROW LEVEL SECURITY;
    CREATE POLICY "Creators and group members can view hunts" ON scavenger_hunts FOR SELECT TO authenticated
      USING ((SELECT auth.uid()) = created_by OR group_id IN (SELECT apps.groups_of_caller()));
    CREATE POLICY "Users can create hunts" ON scavenger_hunts FOR INSERT TO authenticated
      WITH CHECK ((SELECT auth.uid()) = created_by
        AND (group_id IS NULL OR group_id IN (SELECT apps.groups_of_caller())));
    CREATE POLICY "Creators can update hunts" ON scavenger_hunts FOR UPDATE TO authenticated
      USING ((SELECT auth.uid()) = created_by)
      WITH CHECK ((SELECT auth.uid()) = created_by
        AND (group_id IS NULL OR group_id IN (SELECT apps.groups_of_caller())));
    CREATE POLICY "Creators can delete hunts" ON scavenger_hunts FOR DELETE TO authenticated
      USING ((SELECT auth.uid()) = created_by);

    ALTER TABLE hunt_checkpoints ENABLE ROW LEVEL SECURITY;
    CREATE POLICY "Whoever sees a hunt can view its checkpoints" ON hunt_checkpoints FOR SELECT TO authenticated
      USING (EXISTS (SELECT 1 FROM scavenger_hunts h WHERE h.id = hunt_id));
    CREATE POLICY "Creators can change checkpoints" ON hunt_checkpoints TO authenticated
      USING (EXISTS (
        SELECT 1 FROM scavenger_hunts h WHERE h.id = hunt_id AND h.created_by = (SELECT auth.uid())));

    -- A leaderboard shows everybody's. What counts is for the hunt's creator to say, and nothing else of it.
    ALTER TABLE checkpoint_submissions ENABLE ROW LEVEL SECURITY;
    CREATE POLICY "Whoever sees a checkpoint can view its submissions" ON checkpoint_submissions
      FOR SELECT TO authenticated
      USING ((SELECT auth.uid()) = user_id OR EXISTS (SELECT 1 FROM hunt_checkpoints c WHERE c.id = checkpoint_id));
    CREATE POLICY "Users can submit checkpoints" ON checkpoint_submissions FOR INSERT TO authenticated
      WITH CHECK ((SELECT auth.uid()) = user_id AND verified IS NOT TRUE
        AND EXISTS (SELECT 1 FROM hunt_checkpoints c WHERE c.id = checkpoint_id));
    CREATE POLICY "Creators can verify submissions" ON checkpoint_submissions FOR UPDATE TO authenticated
      USING (EXISTS (
        SELECT 1 FROM hunt_checkpoints c JOIN scavenger_hunts h ON h.id = c.hunt_id
        WHERE c.id = checkpoint_id AND h.created_by = (SELECT auth.uid())));

    ALTER TABLE saved_places ENABLE ROW LEVEL SECURITY;
    CREATE POLICY "Users own saved places" ON saved_places TO authenticated USING ((SELECT auth.uid()) = user_id);

    -- The document's auth.uid() = ANY(recipients), in the words that the index on recipients answers.
    ALTER TABLE eta_shares ENABLE ROW LEVEL SECURITY;
    CREATE POLICY "Users can view relevant shares" ON eta_shares FOR SELECT
      USING ((SELECT auth.uid()) = user_id OR recipients @> ARRAY[(SELECT auth.uid())]);
    CREATE POLICY "Users can create shares" ON eta_shares FOR INSERT WITH CHECK ((SELECT auth.uid()) = user_id);
    CREATE POLICY "Users can update own shares" ON eta_shares FOR UPDATE USING ((SELECT auth.uid()) = user_id);
    CREATE POLICY "Users can delete own shares" ON eta_shares FOR DELETE USING ((SELECT auth.uid()) = user_id);

    REVOKE ALL ON adventure_plans, social_groups, group_members, scavenger_hunts, hunt_checkpoints,
      checkpoint_submissions, saved_places, eta_shares FROM anon, authenticated;
    GRANT SELECT, INSERT, UPDATE, DELETE ON adventure_plans, social_groups, group_members, scavenger_hunts,
      hunt_checkpoints, saved_places, eta_shares TO anon, authenticated;
    GRANT SELECT, INSERT, DELETE, UPDATE (verified) ON checkpoint_submissions TO anon, authenticated;
    GRANT ALL ON adventure_plans, social_groups, group_members, scavenger_hunts, hunt_checkpoints,
      checkpoint_submissions, saved_places, eta_shares TO service_role;
    """
}
