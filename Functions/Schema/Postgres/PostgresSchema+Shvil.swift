extension PostgresSchema {
  /// Shvil's tables and indexes as its document writes them; their policies follow.
  static let shvil = """
    -- Where this differs from the document:
    --   Owners default to the caller and invite codes to a new one: the document's requests leave them out.
    --   What says whose a row is cannot be null: nobody could see such a row. Nor can a share's state, which
    --   eta_shares shows to others, nor its route be deeper than they can read.
    -- Eight of these letters make a million million codes, so that nobody guesses one.
    CREATE FUNCTION apps.new_invite_code() RETURNS text LANGUAGE sql VOLATILE SET search_path = '' AS $$
      SELECT string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', get_byte(random.bytes, place) % 32 + 1, 1), '')
      FROM (SELECT uuid_send(gen_random_uuid()) AS bytes) AS random, unnest(ARRAY[0, 1, 2, 3, 4, 5, 10, 11]) AS place
    $$;

    CREATE TABLE adventure_plans (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      user_id uuid NOT NULL DEFAULT auth.uid() REFERENCES users (id) ON DELETE CASCADE,
      title text NOT NULL,
      description text,
      stops jsonb,
      status text DEFAULT 'draft',
      created_at timestamptz DEFAULT now(),
      updated_at timestamptz DEFAULT now()
    );

    CREATE TABLE social_groups (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      name text NOT NULL,
      description text,
      created_by uuid NOT NULL DEFAULT auth.uid() REFERENCES users (id) ON DELETE CASCADE,
      invite_code text UNIQUE NOT NULL DEFAULT apps.new_invite_code(),
      qr_code text,
      created_at timestamptz DEFAULT now(),
      updated_at timestamptz DEFAULT now()
    );

    CREATE TABLE group_members (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      group_id uuid NOT NULL REFERENCES social_groups (id) ON DELETE CASCADE,
      user_id uuid NOT NULL DEFAULT auth.uid() REFERENCES users (id) ON DELETE CASCADE,
      joined_at timestamptz DEFAULT now(),
      UNIQUE (group_id, user_id)
    );

    CREATE TABLE scavenger_hunts (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      title text NOT NULL,
      description text,
      created_by uuid NOT NULL DEFAULT auth.uid() REFERENCES users (id) ON DELETE CASCADE,
      group_id uuid REFERENCES social_groups (id) ON DELETE CASCADE,
      status text DEFAULT 'draft',
      start_time timestamptz,
      end_time timestamptz,
      created_at timestamptz DEFAULT now(),
      updated_at timestamptz DEFAULT now()
    );

    CREATE TABLE hunt_checkpoints (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      hunt_id uuid NOT NULL REFERENCES scavenger_hunts (id) ON DELETE CASCADE,
      title text NOT NULL,
      description text,
      location jsonb,
      photo_required boolean DEFAULT false,
      points integer DEFAULT 10,
      order_index integer NOT NULL,
      created_at timestamptz DEFAULT now()
    );

    CREATE TABLE checkpoint_submissions (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      checkpoint_id uuid NOT NULL REFERENCES hunt_checkpoints (id) ON DELETE CASCADE,
      user_id uuid NOT NULL DEFAULT auth.uid() REFERENCES users (id) ON DELETE CASCADE,
      photo_url text,
      submitted_at timestamptz DEFAULT now(),
      verified boolean DEFAULT false,
      UNIQUE (checkpoint_id, user_id)
    );

    CREATE TABLE saved_places (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      user_id uuid NOT NULL DEFAULT auth.uid() REFERENCES users (id) ON DELETE CASCADE,
      name text NOT NULL,
      address text,
      latitude double precision,
      longitude double precision,
      category text,
      created_at timestamptz DEFAULT now()
    );

    CREATE TABLE eta_shares (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      user_id uuid NOT NULL DEFAULT auth.uid() REFERENCES users (id) ON DELETE CASCADE,
      route_data jsonb NOT NULL CHECK (NOT jsonb_path_exists(route_data, '$.**{64 to last}')),
      recipients uuid[] NOT NULL,
      is_active boolean NOT NULL DEFAULT true,
      expires_at timestamptz NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now()
    );

    CREATE INDEX idx_adventure_plans_user_id ON adventure_plans (user_id);
    CREATE INDEX idx_social_groups_invite_code ON social_groups (invite_code);
    CREATE INDEX idx_group_members_group_id ON group_members (group_id);
    CREATE INDEX idx_group_members_user_id ON group_members (user_id);
    CREATE INDEX idx_scavenger_hunts_group_id ON scavenger_hunts (group_id);
    CREATE INDEX idx_hunt_checkpoints_hunt_id ON hunt_checkpoints (hunt_id);
    CREATE INDEX idx_checkpoint_submissions_user_checkpoint ON checkpoint_submissions (user_id, checkpoint_id);
    CREATE INDEX idx_saved_places_user_id ON saved_places (user_id);
    CREATE INDEX idx_eta_shares_user_id ON eta_shares (user_id);
    CREATE INDEX idx_eta_shares_recipients ON eta_shares USING gin (recipients);
    CREATE INDEX idx_checkpoint_submissions_hunt_user
      ON checkpoint_submissions (checkpoint_id, user_id, submitted_at);
    CREATE INDEX idx_group_members_group_joined ON group_members (group_id, joined_at);
    CREATE INDEX idx_eta_shares_active_expires ON eta_shares (is_active, expires_at);
    """
}
