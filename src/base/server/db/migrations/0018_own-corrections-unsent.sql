-- What a client began alone and has not sent waits for no one.
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
            WHEN 'onboarded'::text THEN GREATEST(COALESCE(application.onboarded_at, application.created_at), application.reviewed_at)
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
UPDATE application_summaries summary SET waiting_on = null
FROM correction_rounds round
WHERE round.application_id = summary.application_id AND round.state = 'asked' AND round.opened_by IS NOT NULL
  AND summary.waiting_on = 'client';
