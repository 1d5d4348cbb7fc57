-- What lists of applications are read from (docs/decisions/0140).
DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_available_extensions WHERE name = 'pg_trgm') THEN
    RAISE EXCEPTION 'The database server lacks pg_trgm: install its "contrib" modules (package postgresql-contrib) and start again.';
  END IF;
END $$;--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE TABLE "annual_reviews" (
	"id" uuid PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"note" text NOT NULL,
	"completed_at" timestamp (3) with time zone NOT NULL,
	"completed_by" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "application_summaries" (
	"application_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"wealth_manager_id" uuid,
	"status" text NOT NULL,
	"status_order" smallint GENERATED ALWAYS AS (array_position(array['draft', 'submitted', 'under_review', 'approved', 'rejected', 'onboarded', 'cancelled'], status)) STORED NOT NULL,
	"current_step" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"submitted_at" timestamp (3) with time zone,
	"onboarded_at" timestamp (3) with time zone,
	"cancelled_at" timestamp (3) with time zone,
	"review_base_at" timestamp (3) with time zone,
	"full_name" text,
	"name_key" text COLLATE "C",
	"email_address" text NOT NULL,
	"mobile_number" text,
	"net_worth" numeric(16, 2),
	"search_text" text COLLATE "C" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "application_tallies" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "application_tallies_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"scope" text NOT NULL,
	"key" text NOT NULL,
	"count" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "client_notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "status_reasons" (
	"id" uuid PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"status" text NOT NULL,
	"reason" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "reviewed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "annual_reviews" ADD CONSTRAINT "annual_reviews_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "annual_reviews" ADD CONSTRAINT "annual_reviews_completed_by_users_id_fk" FOREIGN KEY ("completed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_summaries" ADD CONSTRAINT "application_summaries_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "client_notices" ADD CONSTRAINT "client_notices_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "status_reasons" ADD CONSTRAINT "status_reasons_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "annual_reviews_application" ON "annual_reviews" USING btree ("application_id","completed_at");--> statement-breakpoint
CREATE INDEX "application_summaries_created" ON "application_summaries" USING btree ("created_at","application_id") INCLUDE ("search_text");--> statement-breakpoint
CREATE INDEX "application_summaries_name" ON "application_summaries" USING btree ("name_key","application_id");--> statement-breakpoint
CREATE INDEX "application_summaries_status" ON "application_summaries" USING btree ("status_order","created_at","application_id");--> statement-breakpoint
CREATE INDEX "application_summaries_status_name" ON "application_summaries" USING btree ("status_order","name_key","application_id");--> statement-breakpoint
CREATE INDEX "application_summaries_manager_submitted" ON "application_summaries" USING btree ("wealth_manager_id","submitted_at","application_id");--> statement-breakpoint
CREATE INDEX "application_summaries_manager_name" ON "application_summaries" USING btree ("wealth_manager_id","name_key","application_id");--> statement-breakpoint
CREATE INDEX "application_summaries_manager_status" ON "application_summaries" USING btree ("wealth_manager_id","status_order","created_at","application_id");--> statement-breakpoint
CREATE INDEX "application_summaries_manager_worth" ON "application_summaries" USING btree ("wealth_manager_id","net_worth","application_id");--> statement-breakpoint
CREATE INDEX "application_summaries_manager_status_submitted" ON "application_summaries" USING btree ("wealth_manager_id","status_order","submitted_at","application_id");--> statement-breakpoint
CREATE INDEX "application_summaries_manager_status_name" ON "application_summaries" USING btree ("wealth_manager_id","status_order","name_key","application_id");--> statement-breakpoint
CREATE INDEX "application_summaries_manager_status_worth" ON "application_summaries" USING btree ("wealth_manager_id","status_order","net_worth","application_id");--> statement-breakpoint
CREATE INDEX "application_summaries_onboarded" ON "application_summaries" USING btree ("onboarded_at","application_id") WHERE review_base_at is not null;--> statement-breakpoint
CREATE INDEX "application_summaries_onboarded_name" ON "application_summaries" USING btree ("name_key","application_id") WHERE review_base_at is not null;--> statement-breakpoint
CREATE INDEX "application_summaries_review" ON "application_summaries" USING btree ("review_base_at","application_id") WHERE review_base_at is not null;--> statement-breakpoint
CREATE INDEX "application_summaries_search" ON "application_summaries" USING gin ("search_text" gin_trgm_ops) WITH (fastupdate = off);--> statement-breakpoint
CREATE INDEX "application_tallies_key" ON "application_tallies" USING btree ("scope","key");--> statement-breakpoint
CREATE INDEX "client_notices_application" ON "client_notices" USING btree ("application_id","kind","sent_at");--> statement-breakpoint
CREATE INDEX "status_reasons_application" ON "status_reasons" USING btree ("application_id","at");--> statement-breakpoint
ALTER TABLE application_summaries SET (fillfactor = 90);--> statement-breakpoint
ALTER TABLE application_tallies SET (fillfactor = 50);--> statement-breakpoint
-- For searching and sorting: no capitals, no accents. Most texts have none, and need no second look.
CREATE FUNCTION fold_text(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN CASE WHEN octet_length(value) = length(value) THEN lower(value)
    ELSE lower(regexp_replace(normalize(value, NFD), '[\u0300-\u036f]', '', 'g')) END;--> statement-breakpoint
CREATE FUNCTION sum_of_amounts(amounts jsonb) RETURNS numeric LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN (SELECT sum(value::numeric) FROM jsonb_each(amounts) WHERE jsonb_typeof(value) = 'number');--> statement-breakpoint
CREATE VIEW summarised_applications AS
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
    COLLATE "C" AS search_text
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
CREATE FUNCTION summarise_application() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO application_summaries (application_id, user_id, wealth_manager_id, status, current_step, created_at,
    submitted_at, onboarded_at, cancelled_at, review_base_at, full_name, name_key, email_address, mobile_number,
    net_worth, search_text)
  SELECT application_id, user_id, wealth_manager_id, status, current_step, created_at,
    submitted_at, onboarded_at, cancelled_at, review_base_at, full_name, name_key, email_address, mobile_number,
    net_worth, search_text
  FROM summarised_applications WHERE application_id = NEW.id
  ON CONFLICT (application_id) DO UPDATE SET
    wealth_manager_id = excluded.wealth_manager_id, status = excluded.status, current_step = excluded.current_step,
    created_at = excluded.created_at, submitted_at = excluded.submitted_at, onboarded_at = excluded.onboarded_at,
    cancelled_at = excluded.cancelled_at, review_base_at = excluded.review_base_at, full_name = excluded.full_name,
    name_key = excluded.name_key, email_address = excluded.email_address, mobile_number = excluded.mobile_number,
    net_worth = excluded.net_worth, search_text = excluded.search_text;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION day_of(moment timestamptz) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN to_char(moment AT TIME ZONE 'Africa/Johannesburg', 'YYYY-MM-DD');--> statement-breakpoint
CREATE FUNCTION week_of(moment timestamptz) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN to_char(date_trunc('week', moment AT TIME ZONE 'Africa/Johannesburg'), 'YYYY-MM-DD');--> statement-breakpoint
-- Everything that an application counts towards.
CREATE FUNCTION tallies_of(summary application_summaries) RETURNS TABLE (scope text, key text)
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT counted.scope, counted.key FROM (VALUES
    ('status', summary.status),
    ('manager ' || summary.wealth_manager_id, summary.status),
    ('started', week_of(summary.created_at)),
    ('submitted', week_of(summary.submitted_at)),
    ('draft step', CASE summary.status WHEN 'draft' THEN coalesce(summary.current_step, '') END),
    ('review base', day_of(summary.review_base_at))
  ) AS counted (scope, key) WHERE counted.scope IS NOT NULL AND counted.key IS NOT NULL
$$;--> statement-breakpoint
-- Adds to any row of a count that nobody else is changing, or makes another: so writers never wait for each other.
CREATE FUNCTION add_to_tally(which_scope text, which_key text, difference bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE application_tallies SET count = count + difference WHERE id = (
    SELECT id FROM application_tallies WHERE scope = which_scope AND key = which_key
    LIMIT 1 FOR UPDATE SKIP LOCKED
  );
  IF NOT FOUND THEN
    INSERT INTO application_tallies (scope, key, count) VALUES (which_scope, which_key, difference);
  END IF;
END $$;--> statement-breakpoint
CREATE FUNCTION keep_application_tallies() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM add_to_tally(scope, key, 1) FROM tallies_of(NEW);
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM add_to_tally(scope, key, -1) FROM tallies_of(OLD);
  ELSE
    PERFORM add_to_tally(scope, key, sum(difference)::bigint) FROM (
      SELECT scope, key, 1 AS difference FROM tallies_of(NEW)
      UNION ALL SELECT scope, key, -1 FROM tallies_of(OLD)
    ) changes GROUP BY scope, key HAVING sum(difference) <> 0;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
-- What is there already is counted at once: one by one, each count would be walked again for every application.
INSERT INTO application_summaries (application_id, user_id, wealth_manager_id, status, current_step, created_at,
  submitted_at, onboarded_at, cancelled_at, review_base_at, full_name, name_key, email_address, mobile_number,
  net_worth, search_text)
SELECT application_id, user_id, wealth_manager_id, status, current_step, created_at,
  submitted_at, onboarded_at, cancelled_at, review_base_at, full_name, name_key, email_address, mobile_number,
  net_worth, search_text
FROM summarised_applications;--> statement-breakpoint
INSERT INTO application_tallies (scope, key, count)
SELECT tally.scope, tally.key, count(*)
FROM application_summaries summary CROSS JOIN LATERAL tallies_of(summary) tally GROUP BY tally.scope, tally.key;--> statement-breakpoint
CREATE TRIGGER application_summaries_tally AFTER INSERT OR DELETE ON application_summaries
  FOR EACH ROW EXECUTE FUNCTION keep_application_tallies();--> statement-breakpoint
CREATE TRIGGER application_summaries_tally_change AFTER UPDATE ON application_summaries
  FOR EACH ROW WHEN (
    (OLD.status, OLD.wealth_manager_id, OLD.current_step, OLD.created_at, OLD.submitted_at, OLD.review_base_at)
    IS DISTINCT FROM
    (NEW.status, NEW.wealth_manager_id, NEW.current_step, NEW.created_at, NEW.submitted_at, NEW.review_base_at)
  ) EXECUTE FUNCTION keep_application_tallies();--> statement-breakpoint
CREATE TRIGGER applications_summarise AFTER INSERT ON applications
  FOR EACH ROW EXECUTE FUNCTION summarise_application();--> statement-breakpoint
CREATE TRIGGER applications_summarise_change AFTER UPDATE ON applications
  FOR EACH ROW WHEN (
    (OLD.status, OLD.wealth_manager_id, OLD.current_step, OLD.created_at, OLD.submitted_at, OLD.onboarded_at,
     OLD.cancelled_at, OLD.reviewed_at, OLD.answers->'fullName', OLD.answers->'emailAddress',
     OLD.answers->'mobileNumber', OLD.answers->'assets', OLD.answers->'liabilities')
    IS DISTINCT FROM
    (NEW.status, NEW.wealth_manager_id, NEW.current_step, NEW.created_at, NEW.submitted_at, NEW.onboarded_at,
     NEW.cancelled_at, NEW.reviewed_at, NEW.answers->'fullName', NEW.answers->'emailAddress',
     NEW.answers->'mobileNumber', NEW.answers->'assets', NEW.answers->'liabilities')
  ) EXECUTE FUNCTION summarise_application();
