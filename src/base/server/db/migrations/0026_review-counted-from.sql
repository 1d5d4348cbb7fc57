-- Annual reviews of an import can be spread: they are counted from a day on which none was held.
ALTER TABLE "applications" ADD COLUMN "review_counted_from" timestamp (3) with time zone;--> statement-breakpoint
CREATE OR REPLACE VIEW summarised_applications AS
 SELECT application.id AS application_id,
    application.user_id,
    application.wealth_manager_id,
    application.status,
    application.current_step,
    application.created_at,
    application.submitted_at,
    application.onboarded_at,
    application.cancelled_at,
        CASE application.status
            WHEN 'onboarded'::text THEN GREATEST(COALESCE(application.onboarded_at, application.created_at), application.reviewed_at, application.review_counted_from)
            ELSE NULL::timestamp with time zone
        END AS review_base_at,
    contact.full_name,
    ("left"(fold_text(contact.full_name), 300) COLLATE "C") AS name_key,
    contact.email_address,
    contact.mobile_number,
    net_worth_of(application.answers) AS net_worth,
    (' '::text || ("left"(fold_text(concat_ws(' '::text, contact.full_name, contact.email_address, contact.mobile_number)), 600) COLLATE "C")) AS search_text,
    ( SELECT
                CASE round.state
                    WHEN 'asked'::text THEN 'client'::text
                    ELSE 'staff'::text
                END AS "case"
           FROM correction_rounds round
          WHERE ((round.application_id = application.id) AND (round.state = ANY (ARRAY['asked'::text, 'answered'::text]))
            AND NOT ((round.state = 'asked'::text) AND (round.opened_by IS NOT NULL)))) AS waiting_on,
    ( SELECT round.answered_at
           FROM correction_rounds round
          WHERE ((round.application_id = application.id) AND (round.state = 'answered'::text))) AS answered_at,
    application.status_changed_at,
    date_of(application.updated_at) AS last_active_on
   FROM ((applications application
     JOIN users client ON ((client.id = application.user_id)))
     CROSS JOIN LATERAL ( SELECT (application.answers ->> 'fullName'::text) AS full_name,
            COALESCE((application.answers ->> 'emailAddress'::text), client.username) AS email_address,
            (application.answers ->> 'mobileNumber'::text) AS mobile_number) contact);--> statement-breakpoint
CREATE OR REPLACE FUNCTION summarise_application() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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
     OLD.reviewed_at, OLD.review_counted_from, OLD.answers->'fullName', OLD.answers->'emailAddress', OLD.answers->'mobileNumber')
    IS DISTINCT FROM
    (NEW.status, NEW.status_changed_at, NEW.created_at, NEW.submitted_at, NEW.onboarded_at, NEW.cancelled_at,
     NEW.reviewed_at, NEW.review_counted_from, NEW.answers->'fullName', NEW.answers->'emailAddress', NEW.answers->'mobileNumber')
  THEN
    UPDATE application_summaries summary SET
      status = seen.status, unassigned = is_unassigned(seen.wealth_manager_id, seen.status),
      current_step = seen.current_step,
      created_at = seen.created_at, submitted_at = seen.submitted_at, onboarded_at = seen.onboarded_at,
      cancelled_at = seen.cancelled_at, review_base_at = seen.review_base_at, full_name = seen.full_name,
      name_key = seen.name_key, email_address = seen.email_address, mobile_number = seen.mobile_number,
      net_worth = seen.net_worth, search_text = seen.search_text,
      status_changed_at = seen.status_changed_at, last_active_on = seen.last_active_on
    FROM summarised_applications seen
    WHERE summary.application_id = NEW.id AND seen.application_id = NEW.id;
  ELSIF (OLD.answers->'assets', OLD.answers->'liabilities')
    IS DISTINCT FROM (NEW.answers->'assets', NEW.answers->'liabilities')
  THEN
    UPDATE application_summaries SET net_worth = net_worth_of(NEW.answers), current_step = NEW.current_step,
      last_active_on = date_of(NEW.updated_at)
    WHERE application_id = NEW.id;
  ELSIF (OLD.current_step, date_of(OLD.updated_at)) IS DISTINCT FROM (NEW.current_step, date_of(NEW.updated_at)) THEN
    UPDATE application_summaries SET current_step = NEW.current_step, last_active_on = date_of(NEW.updated_at)
    WHERE application_id = NEW.id;
  END IF;
  RETURN NULL;
END $$;
