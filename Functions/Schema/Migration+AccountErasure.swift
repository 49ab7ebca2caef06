import Edge

extension Migration {
  /// On Postgres the insert of a user locks the account, so that its erasure waits for an insert that is not committed
  /// and finds it. The key of the lock is that of `SQLDialect.holding(erasureOf:)`. On SQLite transactions come one
  /// after another.
  static let accountErasure = Migration(
    version: 23, name: "account_erasure",
    sqlite: "",
    postgres: """
      -- refuse_deleted_user looks before an insert, and the deletion may be committed after that. So the accounts of the
      -- inserted users are locked until the transaction ends, and looked up again. The lock is tried, and not waited for:
      -- only an erasure holds it alone. A statement that inserts more than 100 users is an operator's, and takes none.
      CREATE FUNCTION apps.hold_new_users() RETURNS trigger
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
      DECLARE
        ids uuid[];
        is_deleted boolean := false;
      BEGIN
        SELECT array_agg(new_user.id) INTO ids FROM (SELECT a.id FROM added a LIMIT 101) AS new_user;
        IF ids IS NULL OR cardinality(ids) > 100 THEN RETURN NULL; END IF;
        FOR place IN 1 .. cardinality(ids) LOOP
          is_deleted := is_deleted
            OR NOT pg_try_advisory_xact_lock_shared(hashtextextended('account ' || ids[place]::text, 0));
        END LOOP;
        -- A statement of its own, which sees what was committed before the locks.
        IF is_deleted OR EXISTS (SELECT FROM public.account_deletions d WHERE d.user_id = ANY (ids)) THEN
          RAISE EXCEPTION 'The account is deleted'
            USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'users_deleted', TABLE = 'users';
        END IF;
        RETURN NULL;
      END $$;
      REVOKE ALL ON FUNCTION apps.hold_new_users() FROM PUBLIC, anon, authenticated;
      CREATE TRIGGER hold_new_users AFTER INSERT ON users REFERENCING NEW TABLE AS added
        FOR EACH STATEMENT EXECUTE FUNCTION apps.hold_new_users();
      """)
}
