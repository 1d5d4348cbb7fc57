ALTER TABLE "application_summaries" ADD COLUMN "status_changed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "application_summaries" ADD COLUMN "last_active_on" date;--> statement-breakpoint
-- A day of the firm's calendar.
CREATE FUNCTION date_of(moment timestamptz) RETURNS date LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN (moment AT TIME ZONE 'Africa/Johannesburg')::date;--> statement-breakpoint
UPDATE application_summaries SET status_changed_at = application.status_changed_at, last_active_on = date_of(application.updated_at)
FROM applications application WHERE application.id = application_id;--> statement-breakpoint
ALTER TABLE "application_summaries" ALTER COLUMN "status_changed_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "application_summaries" ALTER COLUMN "last_active_on" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "application_summaries_status_waited" ON "application_summaries" USING btree ("status_order","queue_since","application_id");--> statement-breakpoint
CREATE INDEX "application_summaries_status_since" ON "application_summaries" USING btree ("status_order","status_changed_at","application_id");--> statement-breakpoint
CREATE INDEX "application_summaries_status_active" ON "application_summaries" USING btree ("status_order","last_active_on","application_id");--> statement-breakpoint
CREATE INDEX "application_summaries_manager_status_waited" ON "application_summaries" USING btree ("wealth_manager_id","status_order","queue_since","application_id");--> statement-breakpoint
CREATE INDEX "application_summaries_manager_status_since" ON "application_summaries" USING btree ("wealth_manager_id","status_order","status_changed_at","application_id");--> statement-breakpoint
CREATE INDEX "application_summaries_manager_status_active" ON "application_summaries" USING btree ("wealth_manager_id","status_order","last_active_on","application_id");--> statement-breakpoint
CREATE INDEX "application_summaries_waiting_waited" ON "application_summaries" USING btree ("waiting_on","queue_since","application_id") WHERE waiting_on is not null;--> statement-breakpoint
CREATE INDEX "application_summaries_waiting_since" ON "application_summaries" USING btree ("waiting_on","status_changed_at","application_id") WHERE waiting_on is not null;--> statement-breakpoint
CREATE INDEX "application_summaries_waiting_active" ON "application_summaries" USING btree ("waiting_on","last_active_on","application_id") WHERE waiting_on is not null;--> statement-breakpoint
CREATE INDEX "application_summaries_unassigned_waited" ON "application_summaries" USING btree ("queue_since","application_id") WHERE unassigned;--> statement-breakpoint
CREATE INDEX "application_summaries_unassigned_since" ON "application_summaries" USING btree ("status_changed_at","application_id") WHERE unassigned;--> statement-breakpoint
CREATE INDEX "application_summaries_unassigned_active" ON "application_summaries" USING btree ("last_active_on","application_id") WHERE unassigned;--> statement-breakpoint
-- How long things take: since when an application has its status, and when anything of it changed last, to the day, so that
-- one save a day touches what lists show (docs/decisions/0077).
CREATE OR REPLACE VIEW summarised_applications AS
SELECT application.id AS application_id, application.user_id, application.wealth_manager_id, application.status,
  application.current_step, application.created_at, application.submitted_at, application.onboarded_at,
  application.cancelled_at,
  CASE application.status WHEN 'onboarded'
    THEN greatest(coalesce(application.onboarded_at, application.created_at), application.reviewed_at)
  END AS review_base_at,
  contact.full_name, left(fold_text(contact.full_name), 300) COLLATE "C" AS name_key, contact.email_address,
  contact.mobile_number,
  CASE WHEN worth.owned IS NOT NULL OR worth.owed IS NOT NULL
    THEN coalesce(worth.owned, 0) - coalesce(worth.owed, 0)
  END AS net_worth,
  ' ' || left(fold_text(concat_ws(' ', contact.full_name, contact.email_address, contact.mobile_number)), 600)
    COLLATE "C" AS search_text,
  (SELECT CASE round.state WHEN 'asked' THEN 'client' ELSE 'staff' END FROM correction_rounds round
    WHERE round.application_id = application.id AND round.state IN ('asked', 'answered')) AS waiting_on,
  (SELECT round.answered_at FROM correction_rounds round
    WHERE round.application_id = application.id AND round.state = 'answered') AS answered_at,
  application.status_changed_at, date_of(application.updated_at) AS last_active_on
FROM applications application
JOIN users client ON client.id = application.user_id
CROSS JOIN LATERAL (
  SELECT application.answers->>'fullName' AS full_name,
    coalesce(application.answers->>'emailAddress', client.username) AS email_address,
    application.answers->>'mobileNumber' AS mobile_number
) contact
CROSS JOIN LATERAL (
  SELECT sum_of_amounts(application.answers->'assets') AS owned,
    sum_of_amounts(application.answers->'liabilities') AS owed
) worth;--> statement-breakpoint
CREATE OR REPLACE FUNCTION summarise_application() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO application_summaries (application_id, user_id, wealth_manager_id, status, current_step, created_at,
      submitted_at, onboarded_at, cancelled_at, review_base_at, full_name, name_key, email_address, mobile_number,
      net_worth, search_text, status_changed_at, last_active_on)
    SELECT application_id, user_id, wealth_manager_id, status, current_step, created_at,
      submitted_at, onboarded_at, cancelled_at, review_base_at, full_name, name_key, email_address, mobile_number,
      net_worth, search_text, status_changed_at, last_active_on
    FROM summarised_applications WHERE application_id = NEW.id;
  ELSIF (OLD.status, OLD.status_changed_at, OLD.created_at, OLD.submitted_at, OLD.onboarded_at, OLD.cancelled_at,
     OLD.reviewed_at, OLD.answers->'fullName', OLD.answers->'emailAddress', OLD.answers->'mobileNumber',
     OLD.answers->'assets', OLD.answers->'liabilities')
    IS DISTINCT FROM
    (NEW.status, NEW.status_changed_at, NEW.created_at, NEW.submitted_at, NEW.onboarded_at, NEW.cancelled_at,
     NEW.reviewed_at, NEW.answers->'fullName', NEW.answers->'emailAddress', NEW.answers->'mobileNumber',
     NEW.answers->'assets', NEW.answers->'liabilities')
  THEN
    UPDATE application_summaries summary SET
      status = seen.status, current_step = seen.current_step,
      created_at = seen.created_at, submitted_at = seen.submitted_at, onboarded_at = seen.onboarded_at,
      cancelled_at = seen.cancelled_at, review_base_at = seen.review_base_at, full_name = seen.full_name,
      name_key = seen.name_key, email_address = seen.email_address, mobile_number = seen.mobile_number,
      net_worth = seen.net_worth, search_text = seen.search_text,
      status_changed_at = seen.status_changed_at, last_active_on = seen.last_active_on
    FROM summarised_applications seen
    WHERE summary.application_id = NEW.id AND seen.application_id = NEW.id;
  ELSIF (OLD.current_step, date_of(OLD.updated_at)) IS DISTINCT FROM (NEW.current_step, date_of(NEW.updated_at)) THEN
    UPDATE application_summaries SET current_step = NEW.current_step, last_active_on = date_of(NEW.updated_at)
    WHERE application_id = NEW.id;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
-- Drafts by the day on which they were last worked at: how many have gone quiet is a sum of these.
CREATE OR REPLACE FUNCTION tallies_of(summary application_summaries) RETURNS TABLE (scope text, key text)
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT counted.scope, counted.key FROM (VALUES
    ('status', summary.status),
    ('manager ' || summary.wealth_manager_id, summary.status),
    ('unassigned', CASE WHEN summary.unassigned THEN summary.status END),
    ('started', week_of(summary.created_at)),
    ('submitted', week_of(summary.submitted_at)),
    ('draft step', CASE summary.status WHEN 'draft' THEN coalesce(summary.current_step, '') END),
    ('draft day', CASE summary.status WHEN 'draft' THEN to_char(summary.last_active_on, 'YYYY-MM-DD') END),
    ('review base', day_of(summary.review_base_at))
  ) AS counted (scope, key) WHERE counted.scope IS NOT NULL AND counted.key IS NOT NULL
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION keep_application_tallies() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM add_to_tally(scope, key, 1) FROM tallies_of(NEW);
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM add_to_tally(scope, key, -1) FROM tallies_of(OLD);
  ELSIF (OLD.status, OLD.wealth_manager_id, OLD.unassigned, OLD.created_at, OLD.submitted_at, OLD.review_base_at)
    IS DISTINCT FROM
    (NEW.status, NEW.wealth_manager_id, NEW.unassigned, NEW.created_at, NEW.submitted_at, NEW.review_base_at)
  THEN
    PERFORM add_to_tally(scope, key, sum(difference)::bigint) FROM (
      SELECT scope, key, 1 AS difference FROM tallies_of(NEW)
      UNION ALL SELECT scope, key, -1 FROM tallies_of(OLD)
    ) changes GROUP BY scope, key HAVING sum(difference) <> 0;
  -- In place, without counting how much the transaction has changed (docs/decisions/0140): nobody moves many at once.
  ELSIF NEW.status = 'draft' THEN
    IF OLD.current_step IS DISTINCT FROM NEW.current_step THEN
      PERFORM change_tally('draft step', coalesce(NEW.current_step, ''), 1);
      PERFORM change_tally('draft step', coalesce(OLD.current_step, ''), -1);
    END IF;
    IF OLD.last_active_on <> NEW.last_active_on THEN
      PERFORM change_tally('draft day', to_char(NEW.last_active_on, 'YYYY-MM-DD'), 1);
      PERFORM change_tally('draft day', to_char(OLD.last_active_on, 'YYYY-MM-DD'), -1);
    END IF;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
INSERT INTO application_tallies (scope, key, count)
SELECT 'draft day', to_char(last_active_on, 'YYYY-MM-DD'), count(*)
FROM application_summaries WHERE status = 'draft' GROUP BY last_active_on;
