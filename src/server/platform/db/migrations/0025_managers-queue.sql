ALTER TABLE "correction_items" ALTER COLUMN "reason" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "application_summaries" ADD COLUMN "answered_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "application_summaries" ADD COLUMN "queue_order" smallint GENERATED ALWAYS AS (case when waiting_on = 'staff' then 2 when waiting_on is null and status in ('submitted', 'under_review') then 1 else 0 end) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "application_summaries" ADD COLUMN "queue_since" timestamp (3) with time zone GENERATED ALWAYS AS (coalesce(answered_at, submitted_at, created_at)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "application_summaries_manager_queue" ON "application_summaries" USING btree ("wealth_manager_id","queue_order","queue_since","application_id");--> statement-breakpoint
CREATE INDEX "application_summaries_manager_status_queue" ON "application_summaries" USING btree ("wealth_manager_id","status_order","queue_order","queue_since","application_id");--> statement-breakpoint
CREATE INDEX "application_summaries_waiting_created" ON "application_summaries" USING btree ("waiting_on","created_at","application_id") WHERE waiting_on is not null;--> statement-breakpoint
CREATE INDEX "application_summaries_waiting_name" ON "application_summaries" USING btree ("waiting_on","name_key","application_id") WHERE waiting_on is not null;--> statement-breakpoint
CREATE INDEX "application_summaries_waiting_status" ON "application_summaries" USING btree ("waiting_on","status_order","created_at","application_id") WHERE waiting_on is not null;--> statement-breakpoint
CREATE INDEX "correction_rounds_asked" ON "correction_rounds" USING btree ("asked_at") WHERE asked_at is not null;--> statement-breakpoint
-- When the client answered, beside whom an application waits for: what a manager's queue begins with (docs/decisions/0077).
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
    WHERE round.application_id = application.id AND round.state = 'answered') AS answered_at
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
CREATE OR REPLACE FUNCTION summarise_waiting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE application_summaries summary SET waiting_on = seen.waiting_on, answered_at = seen.answered_at
  FROM summarised_applications seen
  WHERE summary.application_id = NEW.application_id AND seen.application_id = NEW.application_id
    AND (summary.waiting_on, summary.answered_at) IS DISTINCT FROM (seen.waiting_on, seen.answered_at);
  RETURN NULL;
END $$;--> statement-breakpoint
UPDATE application_summaries summary SET answered_at = round.answered_at FROM correction_rounds round
WHERE round.application_id = summary.application_id AND round.state = 'answered';
