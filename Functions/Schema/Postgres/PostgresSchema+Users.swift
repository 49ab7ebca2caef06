extension PostgresSchema {
  /// The parts of Supabase that the other tables need (its roles, `auth.uid()`, `auth.users`), and the users.
  static let users = """
    -- Supabase has these roles; a cluster has them once, and another database may be creating them just now.
    DO $$
    DECLARE
      version CONSTANT integer := current_setting('server_version_num');
      acting CONSTANT text := CASE WHEN version < 160000 THEN 'MEMBER' ELSE 'SET' END;
    BEGIN
      BEGIN
        IF to_regrole('anon') IS NULL THEN CREATE ROLE anon NOLOGIN NOINHERIT; END IF;
      EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
      END;
      BEGIN
        IF to_regrole('authenticated') IS NULL THEN CREATE ROLE authenticated NOLOGIN NOINHERIT; END IF;
      EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
      END;
      BEGIN
        IF to_regrole('service_role') IS NULL THEN CREATE ROLE service_role NOLOGIN NOINHERIT BYPASSRLS; END IF;
      EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
      END;
      -- Whoever runs the host acts as them.
      IF NOT (pg_has_role('anon', acting) AND pg_has_role('authenticated', acting)
        AND pg_has_role('service_role', acting)) THEN
        EXECUTE format('GRANT anon, authenticated, service_role TO %I', current_user);
      END IF;
    EXCEPTION WHEN insufficient_privilege THEN
      RAISE EXCEPTION 'The roles anon, authenticated and service_role are missing, or % is no member of them',
        current_user USING HINT = 'Create them as a superuser: service_role with BYPASSRLS, all NOLOGIN.',
        ERRCODE = 'insufficient_privilege';
    END $$;
    GRANT USAGE ON SCHEMA public TO anon, authenticated, service_role;

    -- What policies and defaults call lies where PostgREST shows nothing. A stored expression needs no USAGE here.
    CREATE SCHEMA IF NOT EXISTS apps;

    DO $$
    BEGIN
      IF to_regnamespace('auth') IS NULL THEN
        CREATE SCHEMA auth;
        GRANT USAGE ON SCHEMA auth TO anon, authenticated, service_role;
      END IF;
      -- Supabase's own text.
      IF to_regprocedure('auth.uid()') IS NULL THEN
        CREATE FUNCTION auth.uid() RETURNS uuid LANGUAGE sql STABLE AS $function$
          SELECT coalesce(
            nullif(current_setting('request.jwt.claim.sub', true), ''),
            (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')
          )::uuid
        $function$;
      END IF;
    END $$;

    -- One table of users for all apps, each with the columns that its document names. Where this differs from Shvil's:
    --   email may be null: people sign in anonymously or with Apple. username, apns_token: Swivo's.
    --   id refers to auth.users: a user is who has signed in.
    CREATE TABLE users (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      email text UNIQUE,
      username text UNIQUE,
      display_name text,
      avatar_url text,
      apns_token text,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now()
    );

    -- Without Supabase's auth server whoever has a valid token is a user: auth.users then follows users.
    DO $$
    BEGIN
      IF to_regclass('auth.users') IS NULL THEN
        CREATE TABLE auth.users (id uuid PRIMARY KEY, email text, created_at timestamptz NOT NULL DEFAULT now());
        CREATE FUNCTION apps.register_user() RETURNS trigger
          LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $function$
        BEGIN
          INSERT INTO auth.users (id, email) VALUES (NEW.id, NEW.email) ON CONFLICT (id) DO NOTHING;
          RETURN NEW;
        END $function$;
        REVOKE ALL ON FUNCTION apps.register_user() FROM PUBLIC;
        CREATE TRIGGER register_user BEFORE INSERT ON users FOR EACH ROW EXECUTE FUNCTION apps.register_user();
      END IF;
    END $$;
    ALTER TABLE users ADD CONSTRAINT users_id_fkey FOREIGN KEY (id) REFERENCES auth.users (id) ON DELETE CASCADE;

    -- Who signs up gets a row. An address that another row has, or none, must not keep anybody from signing up.
    CREATE FUNCTION apps.add_user() RETURNS trigger
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
    BEGIN
      INSERT INTO public.users (id, email) VALUES (NEW.id, nullif(to_jsonb(NEW) ->> 'email', ''))
      ON CONFLICT DO NOTHING;
      INSERT INTO public.users (id) VALUES (NEW.id) ON CONFLICT DO NOTHING;
      RETURN NULL;
    END $$;
    REVOKE ALL ON FUNCTION apps.add_user() FROM PUBLIC;
    CREATE TRIGGER swiftlet_add_user AFTER INSERT ON auth.users FOR EACH ROW
      WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION apps.add_user();
    INSERT INTO users (id, email) SELECT id, nullif(to_jsonb(u) ->> 'email', '') FROM auth.users u
    ON CONFLICT DO NOTHING;
    INSERT INTO users (id) SELECT id FROM auth.users ON CONFLICT DO NOTHING;

    -- Shvil's policies. Here and below (SELECT auth.uid()) runs once in a statement, not once in each row.
    ALTER TABLE users ENABLE ROW LEVEL SECURITY;
    CREATE POLICY "Users can view own data" ON users FOR SELECT USING ((SELECT auth.uid()) = id);
    CREATE POLICY "Users can update own data" ON users FOR UPDATE USING ((SELECT auth.uid()) = id);

    -- As Supabase grants, and less: TRUNCATE, which Supabase's defaults include, asks no policy. Of their own row users
    -- change what describes them. An e-mail address is the auth server's: "taken" would tell who else is here. A token
    -- goes by update_apns_token, which takes it from whoever had it.
    REVOKE ALL ON users FROM anon, authenticated;
    GRANT SELECT, INSERT, DELETE, UPDATE (username, display_name, avatar_url, updated_at) ON users
      TO anon, authenticated;
    GRANT ALL ON users TO service_role;
    """
}
