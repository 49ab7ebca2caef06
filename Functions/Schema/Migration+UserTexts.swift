import Edge

extension Migration {
  /// Bounds of what users write past the functions: the texts that describe them, and the depth of chats.
  ///
  /// On SQLite functions alone write.
  static let userTexts = Migration(
    version: 24, name: "user_texts",
    sqlite: "",
    postgres: """
      CREATE FUNCTION apps.check_user_texts() RETURNS trigger
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
      BEGIN
        IF char_length(NEW.display_name) > 100 OR octet_length(NEW.avatar_url) > 2048 THEN
          RAISE EXCEPTION 'A display name has at most 100 characters, the address of a picture 2048 bytes'
            USING ERRCODE = 'check_violation', CONSTRAINT = 'users_texts', TABLE = 'users';
        END IF;
        RETURN NEW;
      END $$;
      REVOKE ALL ON FUNCTION apps.check_user_texts() FROM PUBLIC, anon, authenticated;
      -- For callers of PostgREST alone: the rows of a project may have longer texts.
      CREATE TRIGGER check_user_texts BEFORE UPDATE OF display_name, avatar_url ON users FOR EACH ROW
        WHEN (current_user IN ('anon', 'authenticated')) EXECUTE FUNCTION apps.check_user_texts();

      -- Deeper values cannot be read by clients. NOT VALID: chats that are there may be deeper.
      ALTER TABLE chats ADD CONSTRAINT chats_depth CHECK (NOT jsonb_path_exists(messages, '$.**{64 to last}')) NOT VALID;
      """)
}
