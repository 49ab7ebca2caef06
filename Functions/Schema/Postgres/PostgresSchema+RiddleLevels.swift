extension PostgresSchema {
  /// The level and the hints of the app's model of a riddle, which its table in the document does not have.
  static let riddleLevels = """
    ALTER TABLE riddles ADD COLUMN duration integer CHECK (duration > 0);
    ALTER TABLE riddles ADD COLUMN difficulty integer CHECK (difficulty BETWEEN 1 AND 4);
    ALTER TABLE riddles ADD COLUMN hint1 text;
    ALTER TABLE riddles ADD COLUMN hint2 text;
    ALTER TABLE riddles ADD COLUMN hint3 text;

    -- The document's references forbid the deletion of an account.
    ALTER TABLE chats
      DROP CONSTRAINT chats_user_id_fkey, DROP CONSTRAINT chats_riddle_id_fkey,
      ADD CONSTRAINT chats_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users (id) ON DELETE CASCADE,
      ADD CONSTRAINT chats_riddle_id_fkey FOREIGN KEY (riddle_id) REFERENCES riddles (id) ON DELETE CASCADE;
    ALTER TABLE scores
      DROP CONSTRAINT scores_user_id_fkey, DROP CONSTRAINT scores_riddle_id_fkey,
      ADD CONSTRAINT scores_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users (id) ON DELETE CASCADE,
      ADD CONSTRAINT scores_riddle_id_fkey FOREIGN KEY (riddle_id) REFERENCES riddles (id) ON DELETE CASCADE;
    CREATE INDEX chats_of_riddle ON chats (riddle_id);
    CREATE INDEX scores_of_riddle ON scores (riddle_id);

    -- save_chat takes a little less. NOT VALID: chats that are there may be larger.
    ALTER TABLE chats ADD CONSTRAINT chats_messages CHECK (
      messages IS NULL
      OR CASE WHEN jsonb_typeof(messages) = 'array' THEN \(JSONBounds.condition("messages", upTo: 65536)) ELSE false END
    ) NOT VALID;

    -- A chat or a score is about a riddle that the policy of riddles shows: a released one.
    ALTER POLICY "User owns chat" ON chats
      WITH CHECK (user_id = (SELECT auth.uid()) AND EXISTS (SELECT FROM riddles r WHERE r.id = riddle_id));
    ALTER POLICY "User owns score" ON scores
      WITH CHECK (user_id = (SELECT auth.uid()) AND EXISTS (SELECT FROM riddles r WHERE r.id = riddle_id));
    """
}
