extension PostgresSchema {
  /// Swivo's sessions. The app's document has the tables, their keys and their columns, but no policies.
  static let swivo = """
    CREATE TABLE categories (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      name text NOT NULL,
      icon_url text,
      sort_order integer NOT NULL
    );

    CREATE TABLE options (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      category_id uuid NOT NULL REFERENCES categories (id) ON DELETE CASCADE,
      label text NOT NULL,
      image_url text,
      sort_order integer NOT NULL
    );
    CREATE INDEX options_of_category ON options (category_id, sort_order);

    CREATE TABLE sessions (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      category_id uuid NOT NULL REFERENCES categories (id),
      created_by uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      invite_code text NOT NULL UNIQUE,
      quorum_n integer NOT NULL DEFAULT 2 CHECK (quorum_n BETWEEN 1 AND 100),
      status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'matched', 'closed')),
      matched_option_id uuid REFERENCES options (id),
      matched_at timestamptz,
      created_at timestamptz NOT NULL DEFAULT now(),
      CHECK ((status = 'matched') = (matched_option_id IS NOT NULL)),
      CHECK ((status = 'matched') = (matched_at IS NOT NULL))
    );
    CREATE INDEX sessions_of_creator ON sessions (created_by);

    CREATE TABLE session_participants (
      session_id uuid NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
      user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      joined_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (session_id, user_id)
    );
    CREATE INDEX sessions_of_user ON session_participants (user_id);

    CREATE TABLE session_options (
      session_id uuid NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
      option_id uuid NOT NULL REFERENCES options (id) ON DELETE CASCADE,
      order_index integer NOT NULL CHECK (order_index >= 0),
      PRIMARY KEY (session_id, option_id)
    );

    CREATE TABLE likes (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      session_id uuid NOT NULL,
      option_id uuid NOT NULL,
      user_id uuid NOT NULL,
      match_found boolean NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      UNIQUE (session_id, option_id, user_id),
      FOREIGN KEY (session_id, option_id) REFERENCES session_options (session_id, option_id) ON DELETE CASCADE,
      FOREIGN KEY (session_id, user_id) REFERENCES session_participants (session_id, user_id) ON DELETE CASCADE
    );

    -- Asks past the policies: that of session_participants would otherwise ask itself without end.
    CREATE FUNCTION apps.sessions_of_caller() RETURNS SETOF uuid
      LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$
      SELECT session_id FROM public.session_participants WHERE user_id = (SELECT auth.uid())
    $$;
    REVOKE ALL ON FUNCTION apps.sessions_of_caller() FROM PUBLIC;
    GRANT EXECUTE ON FUNCTION apps.sessions_of_caller() TO anon, authenticated, service_role;

    -- The apps read, and listen to, what their users take part in. Likes, matches and memberships are made by functions
    -- alone, so nothing has a policy to write. What somebody likes is nobody else's to know before there is a match.
    ALTER TABLE categories ENABLE ROW LEVEL SECURITY;
    ALTER TABLE options ENABLE ROW LEVEL SECURITY;
    ALTER TABLE sessions ENABLE ROW LEVEL SECURITY;
    ALTER TABLE session_participants ENABLE ROW LEVEL SECURITY;
    ALTER TABLE session_options ENABLE ROW LEVEL SECURITY;
    ALTER TABLE likes ENABLE ROW LEVEL SECURITY;
    CREATE POLICY "Anyone can view categories" ON categories FOR SELECT USING (true);
    CREATE POLICY "Anyone can view options" ON options FOR SELECT USING (true);
    CREATE POLICY "Participants can view sessions" ON sessions FOR SELECT TO authenticated
      USING (id IN (SELECT apps.sessions_of_caller()));
    CREATE POLICY "Participants can view participants" ON session_participants FOR SELECT TO authenticated
      USING (session_id IN (SELECT apps.sessions_of_caller()));
    CREATE POLICY "Participants can view session options" ON session_options FOR SELECT TO authenticated
      USING (session_id IN (SELECT apps.sessions_of_caller()));
    CREATE POLICY "Users can view own likes" ON likes FOR SELECT TO authenticated
      USING ((SELECT auth.uid()) = user_id);

    REVOKE ALL ON categories, options, sessions, session_participants, session_options, likes FROM anon, authenticated;
    GRANT SELECT, INSERT, UPDATE, DELETE ON categories, options, sessions, session_participants, session_options, likes
      TO anon, authenticated;
    GRANT ALL ON categories, options, sessions, session_participants, session_options, likes TO service_role;
    """
}
