extension PostgresSchema {
  /// The participants of hunts, and the rules of hunts and checkpoints. The numbers are those of `HuntLimits`.
  static let shvilHunts = """
    -- What is there may break a rule, and would stop advance_hunts. An unknown state becomes a draft's; of times that
    -- contradict each other the start stays.
    UPDATE scavenger_hunts SET status = 'draft', start_time = NULL
      WHERE status IS NULL OR status NOT IN ('draft', 'active', 'completed');
    UPDATE scavenger_hunts SET start_time = NULL WHERE NOT \(year("start_time"));
    UPDATE scavenger_hunts SET end_time = NULL WHERE NOT \(year("end_time")) OR end_time < start_time;
    ALTER TABLE scavenger_hunts
      ALTER COLUMN status SET NOT NULL,
      ADD CONSTRAINT scavenger_hunts_status CHECK (status IN ('draft', 'active', 'completed')),
      ADD CONSTRAINT scavenger_hunts_start_year CHECK \(year("start_time")),
      ADD CONSTRAINT scavenger_hunts_end_year CHECK \(year("end_time")),
      ADD CONSTRAINT scavenger_hunts_times CHECK (end_time >= start_time);
    CREATE INDEX idx_scavenger_hunts_created_by ON scavenger_hunts (created_by, status);
    CREATE INDEX idx_scavenger_hunts_starting ON scavenger_hunts (start_time) WHERE status = 'draft';
    CREATE INDEX idx_scavenger_hunts_ending ON scavenger_hunts (end_time) WHERE status = 'active';

    CREATE FUNCTION apps.check_hunt() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
    DECLARE
      fault text;
    BEGIN
      IF TG_OP = 'INSERT' THEN
        IF NEW.status IS DISTINCT FROM 'draft' THEN fault := 'A hunt begins as a draft'; END IF;
      ELSIF NEW.status IS DISTINCT FROM OLD.status
        AND (OLD.status, NEW.status) NOT IN (('draft', 'active'), ('active', 'completed'))
      THEN
        fault := 'A hunt goes from draft to active to completed';
      END IF;
      -- Only texts that change are checked: those that are there may break a rule.
      IF (TG_OP = 'INSERT' OR NEW.title IS DISTINCT FROM OLD.title) AND length(NEW.title) NOT BETWEEN 1 AND 200 THEN
        fault := 'A title has 1 to 200 characters';
      END IF;
      IF (TG_OP = 'INSERT' OR NEW.description IS DISTINCT FROM OLD.description) AND length(NEW.description) > 2000 THEN
        fault := 'A description has at most 2000 characters';
      END IF;
      -- A host has checked and set the times, by its own clock.
      IF TG_OP = 'UPDATE' AND current_user IN ('anon', 'authenticated') THEN
        NEW.updated_at := now();
        IF OLD.status <> 'draft' AND NEW.start_time IS DISTINCT FROM OLD.start_time
          OR OLD.status = 'completed' AND NEW.end_time IS DISTINCT FROM OLD.end_time
        THEN
          fault := 'The hunt has started already, or is over';
        ELSIF OLD.status = 'draft' AND NEW.status = 'active' THEN
          -- A planned start gives way to the actual one.
          IF NEW.start_time IS NOT DISTINCT FROM OLD.start_time THEN NEW.start_time := now(); END IF;
          IF NEW.start_time > now() + interval '5 minutes' OR NEW.end_time <= now() THEN
            fault := 'A hunt starts at an instant that has come, and ends at a later one';
          END IF;
        ELSIF OLD.status = 'active' AND NEW.status = 'completed' THEN
          IF NEW.end_time IS NULL OR NEW.end_time > now() THEN NEW.end_time := greatest(now(), NEW.start_time); END IF;
        END IF;
      END IF;
      IF fault IS NOT NULL THEN
        RAISE EXCEPTION '%', fault
          USING ERRCODE = 'check_violation', CONSTRAINT = 'scavenger_hunts_rules', TABLE = 'scavenger_hunts';
      END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER check_hunt BEFORE INSERT OR UPDATE OF title, description, status, start_time, end_time
      ON scavenger_hunts FOR EACH ROW EXECUTE FUNCTION apps.check_hunt();

    CREATE TABLE hunt_participants (
      hunt_id uuid NOT NULL REFERENCES scavenger_hunts (id) ON DELETE CASCADE,
      user_id uuid NOT NULL DEFAULT auth.uid() REFERENCES users (id) ON DELETE CASCADE,
      joined_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (hunt_id, user_id)
    );
    CREATE INDEX idx_hunt_participants_user_id ON hunt_participants (user_id);
    INSERT INTO hunt_participants (hunt_id, user_id)
      SELECT c.hunt_id, s.user_id FROM checkpoint_submissions s JOIN hunt_checkpoints c ON c.id = s.checkpoint_id
    ON CONFLICT DO NOTHING;

    -- NOT VALID: rows that are there may break a rule. No job updates them.
    ALTER TABLE hunt_checkpoints
      ADD CONSTRAINT hunt_checkpoints_title CHECK (length(title) BETWEEN 1 AND 200) NOT VALID,
      ADD CONSTRAINT hunt_checkpoints_description CHECK (length(description) <= 2000) NOT VALID,
      ADD CONSTRAINT hunt_checkpoints_points CHECK (points BETWEEN 0 AND 1000) NOT VALID,
      ADD CONSTRAINT hunt_checkpoints_order CHECK (order_index >= 0) NOT VALID,
      ADD CONSTRAINT hunt_checkpoints_location CHECK (
        CASE WHEN jsonb_typeof(location) = 'object' AND NOT jsonb_path_exists(location, '$.**{2 to last}') THEN
          \(JSONBounds.condition("location", upTo: 2048)) ELSE location IS NULL END) NOT VALID;

    -- When the hunt's creator looked at it. A submission counts unless it was looked at and is not verified.
    ALTER TABLE checkpoint_submissions ADD COLUMN reviewed_at timestamptz;
    CREATE INDEX idx_checkpoint_submissions_user_id ON checkpoint_submissions (user_id);
    CREATE FUNCTION apps.review_submission() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
    BEGIN
      NEW.reviewed_at := now();
      RETURN NEW;
    END $$;
    CREATE TRIGGER review_submission BEFORE UPDATE OF verified ON checkpoint_submissions
      FOR EACH ROW WHEN (current_user IN ('anon', 'authenticated')) EXECUTE FUNCTION apps.review_submission();
    REVOKE ALL ON FUNCTION apps.check_hunt(), apps.review_submission() FROM PUBLIC, anon, authenticated;
    """

  /// The years 2000 to 2099, which excludes infinity.
  private static func year(_ column: String) -> String {
    "(\(column) >= '2000-01-01 00:00:00+00'::timestamptz AND \(column) < '2100-01-01 00:00:00+00'::timestamptz)"
  }
}
