-- Counts that stay quick however much one transaction changes (docs/decisions/0140).
CREATE UNLOGGED TABLE "application_tally_changes" (
	"transaction" text NOT NULL,
	"scope" text NOT NULL,
	"key" text NOT NULL,
	"difference" bigint NOT NULL
);
--> statement-breakpoint
-- No list is sorted by it: the annual reviews by name go along application_summaries_status_name.
DROP INDEX "application_summaries_onboarded_name";--> statement-breakpoint
CREATE INDEX "users_role_username" ON "users" USING btree ("role","username");--> statement-breakpoint
ALTER FUNCTION add_to_tally(text, text, bigint) RENAME TO change_tally;--> statement-breakpoint
-- Every change of a row leaves a dead version behind that the next has to step over, as long as the transaction lasts. So
-- one that changes a great deal only notes down what comes after its first changes, and adds it up as it commits.
CREATE FUNCTION add_to_tally(which_scope text, which_key text, difference bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  at_once constant int := 100;
  changes constant int := coalesce(nullif(current_setting('tallies.changes', true), ''), '0')::int;
BEGIN
  IF changes < at_once THEN
    PERFORM set_config('tallies.changes', (changes + 1)::text, true);
    PERFORM change_tally(which_scope, which_key, difference);
  ELSE
    PERFORM set_config('tallies.noted', 'yes', true);
    INSERT INTO application_tally_changes VALUES (pg_current_xact_id()::text, which_scope, which_key, difference);
  END IF;
END $$;--> statement-breakpoint
-- Called once for each note: the first call does it all.
CREATE FUNCTION add_up_tally_changes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  added record;
BEGIN
  IF current_setting('tallies.noted', true) = 'yes' THEN
    PERFORM set_config('tallies.noted', '', true);
    FOR added IN
      WITH noted AS (
        DELETE FROM application_tally_changes WHERE transaction = pg_current_xact_id()::text RETURNING *
      )
      SELECT scope, key, sum(difference)::bigint AS difference FROM noted
      GROUP BY scope, key HAVING sum(difference) <> 0
    LOOP
      PERFORM change_tally(added.scope, added.key, added.difference);
    END LOOP;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER application_tally_changes_add_up AFTER INSERT ON application_tally_changes
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION add_up_tally_changes();
