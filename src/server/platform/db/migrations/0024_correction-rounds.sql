CREATE TABLE "correction_items" (
	"id" uuid PRIMARY KEY NOT NULL,
	"round_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"path" text,
	"document_id" uuid,
	"document_kind" text,
	"place" smallint,
	"reason" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"words" text NOT NULL,
	"before" text,
	"after" text,
	"reply" text,
	"answer_document_id" uuid,
	"verdict" text
);
--> statement-breakpoint
CREATE TABLE "correction_rounds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"number" smallint,
	"state" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"asked_at" timestamp (3) with time zone,
	"due_on" date,
	"answered_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	"reminders" smallint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "superseded_by" uuid;--> statement-breakpoint
ALTER TABLE "application_summaries" ADD COLUMN "waiting_on" text;--> statement-breakpoint
ALTER TABLE "correction_items" ADD CONSTRAINT "correction_items_round_id_correction_rounds_id_fk" FOREIGN KEY ("round_id") REFERENCES "public"."correction_rounds"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "correction_items" ADD CONSTRAINT "correction_items_answer_document_id_documents_id_fk" FOREIGN KEY ("answer_document_id") REFERENCES "public"."documents"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "correction_rounds" ADD CONSTRAINT "correction_rounds_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "correction_items_round" ON "correction_items" USING btree ("round_id","created_at");--> statement-breakpoint
CREATE INDEX "correction_items_answer_document" ON "correction_items" USING btree ("answer_document_id");--> statement-breakpoint
CREATE UNIQUE INDEX "correction_rounds_open" ON "correction_rounds" USING btree ("application_id") WHERE state in ('asked', 'answered');--> statement-breakpoint
CREATE UNIQUE INDEX "correction_rounds_basket" ON "correction_rounds" USING btree ("application_id") WHERE state = 'draft';--> statement-breakpoint
CREATE INDEX "correction_rounds_application" ON "correction_rounds" USING btree ("application_id","created_at");--> statement-breakpoint
CREATE INDEX "correction_rounds_to_remind" ON "correction_rounds" USING btree ("asked_at") WHERE state = 'asked';--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_superseded_by_documents_id_fk" FOREIGN KEY ("superseded_by") REFERENCES "public"."documents"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "documents_superseded" ON "documents" USING btree ("superseded_by") WHERE superseded_by is not null;--> statement-breakpoint
CREATE INDEX "application_summaries_waiting" ON "application_summaries" USING btree ("waiting_on","wealth_manager_id","application_id") WHERE waiting_on is not null;
--> statement-breakpoint
-- Whom an application waits for, beside what lists show of it (docs/decisions/0060).
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
    WHERE round.application_id = application.id AND round.state IN ('asked', 'answered')) AS waiting_on
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
CREATE FUNCTION summarise_waiting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE application_summaries summary SET waiting_on = seen.waiting_on FROM summarised_applications seen
  WHERE summary.application_id = NEW.application_id AND seen.application_id = NEW.application_id
    AND summary.waiting_on IS DISTINCT FROM seen.waiting_on;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER correction_rounds_summarise AFTER INSERT OR UPDATE OF state ON correction_rounds
  FOR EACH ROW EXECUTE FUNCTION summarise_waiting();
