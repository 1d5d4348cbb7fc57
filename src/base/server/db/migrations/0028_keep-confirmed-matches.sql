-- What two people decided, one cannot undo (docs/decisions/0157).
ALTER TABLE "approvals" ADD COLUMN "lift" text;--> statement-breakpoint
ALTER TABLE "hits" ADD COLUMN "not_found_because" text;--> statement-breakpoint
-- Matches that one person, or a list, has ended.
UPDATE "hits" SET "state" = 'match', "not_found_because" = CASE
    WHEN (SELECT "fingerprint" = '' FROM "screening_subjects" WHERE "id" = "subject_id") THEN 'left-out'
    WHEN (SELECT "to_edition" IS NOT NULL FROM "list_entries" WHERE "id" = "entry_id") THEN 'removed'
    ELSE 'not-similar' END
  WHERE "state" = 'gone' AND "verdict" = 'match';--> statement-breakpoint
CREATE FUNCTION "keep_confirmed_match"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM approvals WHERE object = OLD.id AND kind = 'match-lifted' AND decision = 'granted'
    AND asked_at >= OLD.decided_at) THEN
    RAISE EXCEPTION 'The confirmed match % ends only once two people have lifted it.', OLD.id
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "keep_confirmed_match" BEFORE UPDATE ON "hits" FOR EACH ROW
  WHEN (OLD.state = 'match' AND NEW.state <> 'match') EXECUTE FUNCTION "keep_confirmed_match"();
