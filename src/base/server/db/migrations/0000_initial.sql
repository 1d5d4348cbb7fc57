-- The schema of version 1.0.0.

CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE FUNCTION date_of(moment timestamp with time zone) RETURNS date
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN ((moment AT TIME ZONE 'Africa/Johannesburg'::text))::date;

CREATE FUNCTION fold_text(value text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN CASE WHEN (octet_length(value) = length(value)) THEN translate(lower(value), '-''`'::text, ''::text) ELSE replace(replace(replace(replace(translate(lower(regexp_replace(NORMALIZE(value, NFD), '[\u0300-\u036f]'::text, ''::text, 'g'::text)), 'łŁøØđĐðÐħĦıŧŦŋŊɓƁɗƊÆŒẞÞ-''`’‘ʼʻ´‐‑‒–—―−'::text, 'llooddddhhittnnbbddæœßþ'::text), 'æ'::text, 'ae'::text), 'œ'::text, 'oe'::text), 'ß'::text, 'ss'::text), 'þ'::text, 'th'::text) END;

CREATE TABLE temporary_passwords (
    user_id uuid NOT NULL,
    password_hash text NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    used_at timestamp(3) with time zone,
    kind text NOT NULL
);

CREATE TABLE users (
    id uuid NOT NULL,
    username text NOT NULL,
    role text NOT NULL,
    full_name text,
    password_hash text,
    wealth_manager_id uuid,
    fais_document_id uuid,
    created_at timestamp(3) with time zone NOT NULL,
    deactivated_at timestamp(3) with time zone,
    second_factor_since timestamp(3) with time zone,
    invited boolean DEFAULT false NOT NULL,
    status text GENERATED ALWAYS AS (
CASE
    WHEN (deactivated_at IS NOT NULL) THEN 'deactivated'::text
    WHEN invited THEN 'invited'::text
    ELSE 'active'::text
END) STORED NOT NULL,
    search_text text GENERATED ALWAYS AS ((' '::text || "left"(fold_text((COALESCE((full_name || ' '::text), ''::text) || username)), 600))) STORED NOT NULL COLLATE pg_catalog."C",
    phone text
);

CREATE FUNCTION invitation_of(client uuid) RETURNS timestamp with time zone
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN (SELECT temporary_passwords.expires_at FROM (temporary_passwords JOIN users ON ((users.id = temporary_passwords.user_id))) WHERE ((temporary_passwords.user_id = invitation_of.client) AND (temporary_passwords.kind = 'given'::text) AND (temporary_passwords.used_at IS NULL) AND users.invited));

CREATE FUNCTION is_unassigned(manager uuid, status text) RETURNS boolean
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN ((status <> ALL (ARRAY['rejected'::text, 'cancelled'::text])) AND (NOT (EXISTS (SELECT FROM users WHERE ((users.id = is_unassigned.manager) AND (users.role = 'wealth_manager'::text) AND (users.deactivated_at IS NULL))))));

CREATE FUNCTION net_worth_of(answers jsonb) RETURNS numeric
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN (SELECT sum(amounts.amount) AS sum FROM (SELECT (jsonb_each.value)::numeric AS amount FROM jsonb_each((net_worth_of.answers -> 'assets'::text)) jsonb_each(key, value) WHERE (jsonb_typeof(jsonb_each.value) = 'number'::text) UNION ALL SELECT (- (jsonb_each.value)::numeric) FROM jsonb_each((net_worth_of.answers -> 'liabilities'::text)) jsonb_each(key, value) WHERE (jsonb_typeof(jsonb_each.value) = 'number'::text)) amounts);

CREATE FUNCTION new_reference() RETURNS text
    LANGUAGE plpgsql
    AS $$
DECLARE
  random text;
  made text;
BEGIN
  LOOP
    random := gen_random_uuid()::text;
    made := translate(left(random, 4), '0123456789abcdef', '23456789HKMQRWXY')
      || translate(substr(random, 5, 2), '0123456789abcdef', '2345678923456789');
    EXIT WHEN NOT EXISTS (SELECT FROM applications WHERE reference = made);
  END LOOP;
  RETURN made;
END $$;

CREATE FUNCTION next_audit_event_id() RETURNS bigint
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM pg_current_xact_id();
  RETURN nextval('audit_events_id_seq');
END $$;

CREATE FUNCTION sum_of_amounts(amounts jsonb) RETURNS numeric
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN (SELECT sum((jsonb_each.value)::numeric) AS sum FROM jsonb_each(sum_of_amounts.amounts) jsonb_each(key, value) WHERE (jsonb_typeof(jsonb_each.value) = 'number'::text));

CREATE TABLE application_summaries (
    application_id uuid NOT NULL,
    user_id uuid NOT NULL,
    wealth_manager_id uuid,
    status text NOT NULL,
    current_step text,
    created_at timestamp(3) with time zone NOT NULL,
    submitted_at timestamp(3) with time zone,
    onboarded_at timestamp(3) with time zone,
    cancelled_at timestamp(3) with time zone,
    review_base_at timestamp(3) with time zone,
    full_name text,
    name_key text COLLATE pg_catalog."C",
    email_address text NOT NULL,
    mobile_number text,
    net_worth numeric(16,2),
    search_text text NOT NULL COLLATE pg_catalog."C",
    waiting_on text,
    answered_at timestamp(3) with time zone,
    queue_since timestamp(3) with time zone GENERATED ALWAYS AS (COALESCE(answered_at, submitted_at, created_at)) STORED NOT NULL,
    unassigned boolean DEFAULT false NOT NULL,
    invited_until timestamp(3) with time zone,
    status_changed_at timestamp(3) with time zone NOT NULL,
    last_active_on date NOT NULL
)
WITH (fillfactor='90');

CREATE TABLE address_changes (
    user_id uuid NOT NULL,
    email text NOT NULL,
    confirm_hash bytea NOT NULL,
    stop_hash bytea NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE address_confirmations (
    user_id uuid NOT NULL,
    token_hash bytea NOT NULL,
    full_name text,
    expires_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE annual_reviews (
    id uuid NOT NULL,
    application_id uuid NOT NULL,
    note text NOT NULL,
    completed_at timestamp(3) with time zone NOT NULL,
    completed_by uuid NOT NULL
);

CREATE TABLE applications (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    status text NOT NULL,
    current_step text,
    version integer NOT NULL,
    wealth_manager_id uuid,
    answers jsonb NOT NULL,
    confirmations jsonb NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    submitted_at timestamp(3) with time zone,
    status_changed_at timestamp(3) with time zone NOT NULL,
    onboarded_at timestamp(3) with time zone,
    cancelled_at timestamp(3) with time zone,
    reviewed_at timestamp(3) with time zone,
    reference text DEFAULT new_reference() NOT NULL,
    id_number_hash bytea
)
WITH (fillfactor='70');

CREATE TABLE audit_chain (
    event_id bigint NOT NULL,
    key_id text NOT NULL,
    code bytea NOT NULL,
    skipped bigint
);

CREATE TABLE audit_chain_keys (
    key_id text NOT NULL,
    sealed text NOT NULL
);

CREATE TABLE audit_chain_progress (
    id smallint NOT NULL,
    settled_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE audit_checks (
    scope text NOT NULL,
    checked_at timestamp(3) with time zone NOT NULL,
    sound boolean NOT NULL,
    verified_up_to bigint,
    verified_code bytea,
    first_altered bigint,
    reason text
);

CREATE TABLE audit_events (
    id bigint DEFAULT next_audit_event_id() NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    action text NOT NULL,
    success boolean NOT NULL,
    actor_id uuid,
    actor_role text,
    object_id uuid,
    ip inet,
    details jsonb NOT NULL
);

CREATE SEQUENCE audit_events_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE audit_events_id_seq OWNED BY audit_events.id;

CREATE TABLE audit_tallies (
    name text NOT NULL,
    up_to bigint NOT NULL,
    count bigint NOT NULL
);

CREATE TABLE bulk_act_rows (
    bulk_act_id uuid NOT NULL,
    application_id uuid NOT NULL,
    place integer NOT NULL,
    outcome text,
    done_at timestamp(3) with time zone,
    manager_before uuid,
    faults smallint DEFAULT 0 NOT NULL
);

CREATE TABLE bulk_acts (
    id uuid NOT NULL,
    actor_id uuid NOT NULL,
    ip inet,
    act jsonb NOT NULL,
    total integer NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    begins_at timestamp(3) with time zone NOT NULL,
    started_at timestamp(3) with time zone,
    called_off_at timestamp(3) with time zone,
    ended_at timestamp(3) with time zone
);

CREATE TABLE check_settlements (
    id uuid NOT NULL,
    application_id uuid NOT NULL,
    number integer NOT NULL,
    path text NOT NULL,
    check_name text NOT NULL,
    decision text NOT NULL,
    content text NOT NULL,
    actor_id uuid NOT NULL,
    at timestamp(3) with time zone NOT NULL
);

CREATE TABLE client_notices (
    id uuid NOT NULL,
    application_id uuid NOT NULL,
    kind text NOT NULL,
    sent_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE contractions (
    made_at bigint NOT NULL
);

CREATE TABLE correction_items (
    id uuid NOT NULL,
    round_id uuid NOT NULL,
    kind text NOT NULL,
    path text,
    document_id uuid,
    document_kind text,
    place smallint,
    reason text,
    created_at timestamp(3) with time zone NOT NULL,
    words text NOT NULL,
    before text,
    after text,
    reply text,
    answer_document_id uuid,
    verdict text
);

CREATE TABLE correction_rounds (
    id uuid NOT NULL,
    application_id uuid NOT NULL,
    number smallint,
    state text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    asked_at timestamp(3) with time zone,
    due_on date,
    answered_at timestamp(3) with time zone,
    closed_at timestamp(3) with time zone,
    reminders smallint DEFAULT 0 NOT NULL
);

CREATE TABLE data_migrations (
    name text NOT NULL,
    "position" uuid,
    finished_at timestamp(3) with time zone
);

CREATE TABLE document_signatures (
    document_id uuid NOT NULL,
    kind text NOT NULL,
    signed_document_id uuid NOT NULL,
    signed_version integer NOT NULL,
    signed_sha256 text NOT NULL,
    signed_bytes integer NOT NULL,
    wording text NOT NULL,
    by text NOT NULL,
    particulars text NOT NULL,
    opened_at timestamp(3) with time zone NOT NULL,
    signed_at timestamp(3) with time zone NOT NULL,
    level text NOT NULL,
    certificate text NOT NULL,
    digest text NOT NULL
);

CREATE TABLE documents (
    id uuid NOT NULL,
    application_id uuid,
    owner_id uuid NOT NULL,
    kind text NOT NULL,
    name text NOT NULL,
    content_type text NOT NULL,
    bytes integer NOT NULL,
    sha256 text NOT NULL,
    object_key text NOT NULL,
    uploaded_at timestamp(3) with time zone NOT NULL,
    removed_at timestamp(3) with time zone,
    download_only text,
    virus_scan text DEFAULT 'not-scanned'::text NOT NULL,
    scan_attempts integer DEFAULT 0 NOT NULL,
    next_scan_at timestamp(3) with time zone,
    superseded_by uuid,
    file_id text
);

CREATE TABLE draft_stretches (
    application_id uuid NOT NULL,
    ip text NOT NULL,
    actor_id uuid NOT NULL,
    actor_role text NOT NULL,
    since timestamp(3) with time zone NOT NULL,
    until timestamp(3) with time zone NOT NULL,
    saves integer NOT NULL,
    fields text[] NOT NULL,
    current_step text,
    version integer NOT NULL
);

CREATE TABLE encryption_keys (
    id text NOT NULL,
    in_use boolean NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE held_acts (
    id uuid NOT NULL,
    actor_id uuid NOT NULL,
    application_id uuid NOT NULL,
    act jsonb NOT NULL,
    mail_ids uuid[] NOT NULL,
    until timestamp(3) with time zone NOT NULL,
    taken_back_at timestamp(3) with time zone
);

CREATE TABLE idempotency_keys (
    user_id uuid NOT NULL,
    key text NOT NULL,
    call text NOT NULL,
    sealed text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE known_browsers (
    user_id uuid NOT NULL,
    token_hash bytea NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE mail_outbox (
    id uuid NOT NULL,
    message_id text NOT NULL,
    recipient text NOT NULL,
    template text NOT NULL,
    subject text NOT NULL,
    text_body text NOT NULL,
    html_body text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    next_attempt_at timestamp(3) with time zone NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    last_error text,
    sent_at timestamp(3) with time zone,
    given_up_at timestamp(3) with time zone,
    of_many boolean DEFAULT false NOT NULL
);

CREATE TABLE nodes (
    id uuid NOT NULL,
    name text NOT NULL,
    version text NOT NULL,
    key_ids text[] NOT NULL,
    seals_with text NOT NULL,
    started_at timestamp(3) with time zone NOT NULL,
    seen_at timestamp(3) with time zone NOT NULL,
    schema bigint DEFAULT 0 NOT NULL,
    left_at timestamp(3) with time zone
);

CREATE TABLE note_wordings (
    id uuid NOT NULL,
    note_id uuid NOT NULL,
    version integer NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    words text NOT NULL,
    mentions uuid[] DEFAULT '{}'::uuid[] NOT NULL
);

CREATE TABLE notes (
    id uuid NOT NULL,
    application_id uuid NOT NULL,
    author_id uuid NOT NULL,
    kind text NOT NULL,
    path text,
    document_id uuid,
    created_at timestamp(3) with time zone NOT NULL,
    version integer NOT NULL
);

CREATE TABLE notification_settings (
    user_id uuid NOT NULL,
    off text[] NOT NULL
);

CREATE TABLE notifications (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    kind text NOT NULL,
    application_id uuid,
    note_id uuid,
    count integer DEFAULT 1 NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    read_at timestamp(3) with time zone
);

CREATE TABLE own_views (
    id uuid NOT NULL,
    owner_id uuid NOT NULL,
    name text NOT NULL,
    address text NOT NULL,
    shared boolean NOT NULL,
    place integer NOT NULL
);

CREATE TABLE rate_limits (
    key text NOT NULL,
    points integer DEFAULT 0 NOT NULL,
    expire bigint
);

CREATE TABLE recovery_codes (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    code_hash text NOT NULL,
    used_at timestamp(3) with time zone
);

CREATE TABLE seal_certificates (
    fingerprint text NOT NULL,
    pem text NOT NULL,
    first_used_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE second_factors (
    user_id uuid NOT NULL,
    secret text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    last_step bigint
);

CREATE TABLE sessions (
    id uuid NOT NULL,
    token_hash bytea NOT NULL,
    user_id uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    last_seen_at timestamp(3) with time zone NOT NULL,
    ends_at timestamp(3) with time zone NOT NULL,
    ip inet,
    user_agent text,
    temporary_password_hash text,
    second_factor text
);

CREATE TABLE staff_digests (
    user_id uuid NOT NULL,
    day date NOT NULL
);

CREATE TABLE status_reasons (
    id uuid NOT NULL,
    application_id uuid NOT NULL,
    status text NOT NULL,
    reason text NOT NULL,
    at timestamp(3) with time zone NOT NULL
);

CREATE VIEW summarised_applications AS
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
          WHERE ((round.application_id = application.id) AND (round.state = ANY (ARRAY['asked'::text, 'answered'::text])))) AS waiting_on,
    ( SELECT round.answered_at
           FROM correction_rounds round
          WHERE ((round.application_id = application.id) AND (round.state = 'answered'::text))) AS answered_at,
    application.status_changed_at,
    date_of(application.updated_at) AS last_active_on
   FROM ((applications application
     JOIN users client ON ((client.id = application.user_id)))
     CROSS JOIN LATERAL ( SELECT (application.answers ->> 'fullName'::text) AS full_name,
            COALESCE((application.answers ->> 'emailAddress'::text), client.username) AS email_address,
            (application.answers ->> 'mobileNumber'::text) AS mobile_number) contact);

CREATE TABLE unattached_objects (
    key text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE uploads (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    purpose text,
    content_type text,
    bytes integer,
    token_hash bytea,
    object_key text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    received_at timestamp(3) with time zone,
    document_id uuid,
    password_attempts integer DEFAULT 0 NOT NULL
);

ALTER TABLE ONLY address_changes
    ADD CONSTRAINT address_changes_pkey PRIMARY KEY (user_id);

ALTER TABLE ONLY address_changes
    ADD CONSTRAINT address_changes_stop_hash_unique UNIQUE (stop_hash);

ALTER TABLE ONLY address_confirmations
    ADD CONSTRAINT address_confirmations_pkey PRIMARY KEY (user_id);

ALTER TABLE ONLY annual_reviews
    ADD CONSTRAINT annual_reviews_pkey PRIMARY KEY (id);

ALTER TABLE ONLY application_summaries
    ADD CONSTRAINT application_summaries_pkey PRIMARY KEY (application_id);

ALTER TABLE ONLY applications
    ADD CONSTRAINT applications_pkey PRIMARY KEY (id);

ALTER TABLE ONLY audit_chain_keys
    ADD CONSTRAINT audit_chain_keys_pkey PRIMARY KEY (key_id);

ALTER TABLE ONLY audit_chain
    ADD CONSTRAINT audit_chain_pkey PRIMARY KEY (event_id);

ALTER TABLE ONLY audit_chain_progress
    ADD CONSTRAINT audit_chain_progress_pkey PRIMARY KEY (id);

ALTER TABLE ONLY audit_checks
    ADD CONSTRAINT audit_checks_pkey PRIMARY KEY (scope);

ALTER TABLE ONLY audit_events
    ADD CONSTRAINT audit_events_pkey PRIMARY KEY (id);

ALTER TABLE ONLY audit_tallies
    ADD CONSTRAINT audit_tallies_pkey PRIMARY KEY (name);

ALTER TABLE ONLY bulk_act_rows
    ADD CONSTRAINT bulk_act_rows_bulk_act_id_application_id_pk PRIMARY KEY (bulk_act_id, application_id);

ALTER TABLE ONLY bulk_acts
    ADD CONSTRAINT bulk_acts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY check_settlements
    ADD CONSTRAINT check_settlements_pkey PRIMARY KEY (id);

ALTER TABLE ONLY client_notices
    ADD CONSTRAINT client_notices_pkey PRIMARY KEY (id);

ALTER TABLE ONLY contractions
    ADD CONSTRAINT contractions_pkey PRIMARY KEY (made_at);

ALTER TABLE ONLY correction_items
    ADD CONSTRAINT correction_items_pkey PRIMARY KEY (id);

ALTER TABLE ONLY correction_rounds
    ADD CONSTRAINT correction_rounds_pkey PRIMARY KEY (id);

ALTER TABLE ONLY data_migrations
    ADD CONSTRAINT data_migrations_pkey PRIMARY KEY (name);

ALTER TABLE ONLY document_signatures
    ADD CONSTRAINT document_signatures_pkey PRIMARY KEY (document_id);

ALTER TABLE ONLY documents
    ADD CONSTRAINT documents_pkey PRIMARY KEY (id);

ALTER TABLE ONLY draft_stretches
    ADD CONSTRAINT draft_stretches_of UNIQUE (application_id, ip);

ALTER TABLE ONLY encryption_keys
    ADD CONSTRAINT encryption_keys_pkey PRIMARY KEY (id);

ALTER TABLE ONLY held_acts
    ADD CONSTRAINT held_acts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY idempotency_keys
    ADD CONSTRAINT idempotency_keys_user_id_key_pk PRIMARY KEY (user_id, key);

ALTER TABLE ONLY known_browsers
    ADD CONSTRAINT known_browsers_user_id_token_hash_pk PRIMARY KEY (user_id, token_hash);

ALTER TABLE ONLY mail_outbox
    ADD CONSTRAINT mail_outbox_pkey PRIMARY KEY (id);

ALTER TABLE ONLY nodes
    ADD CONSTRAINT nodes_pkey PRIMARY KEY (id);

ALTER TABLE ONLY note_wordings
    ADD CONSTRAINT note_wordings_pkey PRIMARY KEY (id);

ALTER TABLE ONLY notes
    ADD CONSTRAINT notes_pkey PRIMARY KEY (id);

ALTER TABLE ONLY notification_settings
    ADD CONSTRAINT notification_settings_pkey PRIMARY KEY (user_id);

ALTER TABLE ONLY notifications
    ADD CONSTRAINT notifications_pkey PRIMARY KEY (id);

ALTER TABLE ONLY own_views
    ADD CONSTRAINT own_views_pkey PRIMARY KEY (id);

ALTER TABLE ONLY rate_limits
    ADD CONSTRAINT rate_limits_pkey PRIMARY KEY (key);

ALTER TABLE ONLY recovery_codes
    ADD CONSTRAINT recovery_codes_pkey PRIMARY KEY (id);

ALTER TABLE ONLY seal_certificates
    ADD CONSTRAINT seal_certificates_pkey PRIMARY KEY (fingerprint);

ALTER TABLE ONLY second_factors
    ADD CONSTRAINT second_factors_pkey PRIMARY KEY (user_id);

ALTER TABLE ONLY sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY staff_digests
    ADD CONSTRAINT staff_digests_pkey PRIMARY KEY (user_id);

ALTER TABLE ONLY status_reasons
    ADD CONSTRAINT status_reasons_pkey PRIMARY KEY (id);

ALTER TABLE ONLY temporary_passwords
    ADD CONSTRAINT temporary_passwords_user_id_kind_pk PRIMARY KEY (user_id, kind);

ALTER TABLE ONLY unattached_objects
    ADD CONSTRAINT unattached_objects_pkey PRIMARY KEY (key);

ALTER TABLE ONLY uploads
    ADD CONSTRAINT uploads_pkey PRIMARY KEY (id);

ALTER TABLE ONLY users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);

CREATE INDEX annual_reviews_application ON annual_reviews USING btree (application_id, completed_at);

CREATE INDEX application_summaries_created ON application_summaries USING btree (created_at, application_id);

CREATE INDEX application_summaries_last_active ON application_summaries USING btree (last_active_on, application_id);

CREATE INDEX application_summaries_manager_created ON application_summaries USING btree (wealth_manager_id, created_at, application_id);

CREATE INDEX application_summaries_name ON application_summaries USING btree (name_key, application_id);

CREATE INDEX application_summaries_pending ON application_summaries USING btree (waiting_on, application_id) WHERE ((waiting_on IS NOT NULL) OR unassigned);

CREATE INDEX application_summaries_queue_since ON application_summaries USING btree (queue_since, application_id);

CREATE INDEX application_summaries_search ON application_summaries USING gin (search_text gin_trgm_ops) WITH (fastupdate='on', gin_pending_list_limit='128');

CREATE INDEX application_summaries_status_changed ON application_summaries USING btree (status_changed_at, application_id);

CREATE INDEX application_summaries_status_review ON application_summaries USING btree (status, review_base_at);

CREATE INDEX applications_id_number ON applications USING btree (id_number_hash, id);

CREATE UNIQUE INDEX applications_reference_id ON applications USING btree (reference) INCLUDE (id);

CREATE UNIQUE INDEX applications_user ON applications USING btree (user_id);

CREATE INDEX applications_wealth_manager ON applications USING btree (wealth_manager_id);

CREATE INDEX audit_events_action_newest ON audit_events USING btree (action, at, id);

CREATE INDEX audit_events_actor_newest ON audit_events USING btree (actor_id, at, id);

CREATE INDEX audit_events_failures ON audit_events USING btree (at, id, action, ip) WHERE (NOT success);

CREATE INDEX audit_events_newest ON audit_events USING btree (at, id);

CREATE INDEX audit_events_object ON audit_events USING btree (object_id, id);

CREATE INDEX audit_events_suspicious ON audit_events USING btree (at) WHERE ((action = 'address.became-suspicious'::text) OR ((action = 'session.sign-in-failed'::text) AND ((details ->> 'reason'::text) = ANY (ARRAY['throttled'::text, 'deactivated'::text]))) OR (action = 'document.infected'::text) OR (action = 'audit-log.found-altered'::text));

CREATE INDEX bulk_act_rows_open ON bulk_act_rows USING btree (bulk_act_id, faults, place) WHERE (outcome IS NULL);

CREATE INDEX bulk_acts_actor ON bulk_acts USING btree (actor_id, created_at);

CREATE INDEX bulk_acts_open ON bulk_acts USING btree (begins_at) WHERE (ended_at IS NULL);

CREATE INDEX check_settlements_actor ON check_settlements USING btree (actor_id);

CREATE UNIQUE INDEX check_settlements_application ON check_settlements USING btree (application_id, number);

CREATE INDEX client_notices_application ON client_notices USING btree (application_id, kind, sent_at);

CREATE INDEX correction_items_answer_document ON correction_items USING btree (answer_document_id);

CREATE INDEX correction_items_round ON correction_items USING btree (round_id, created_at);

CREATE INDEX correction_rounds_application ON correction_rounds USING btree (application_id, created_at);

CREATE INDEX correction_rounds_asked ON correction_rounds USING btree (asked_at) WHERE (asked_at IS NOT NULL);

CREATE UNIQUE INDEX correction_rounds_basket ON correction_rounds USING btree (application_id) WHERE (state = 'draft'::text);

CREATE UNIQUE INDEX correction_rounds_open ON correction_rounds USING btree (application_id) WHERE (state = ANY (ARRAY['asked'::text, 'answered'::text]));

CREATE INDEX correction_rounds_to_remind ON correction_rounds USING btree (asked_at) WHERE (state = 'asked'::text);

CREATE UNIQUE INDEX document_signatures_digest ON document_signatures USING btree (digest);

CREATE INDEX document_signatures_level ON document_signatures USING btree (signed_at) WHERE (level = 'B-B'::text);

CREATE INDEX documents_application ON documents USING btree (application_id) WHERE (removed_at IS NULL);

CREATE INDEX documents_name_in_the_clear ON documents USING btree (id) WHERE (name !~ '^sealed:1:[0-9a-f]{8}:[A-Za-z0-9_-]+$'::text);

CREATE UNIQUE INDEX documents_object ON documents USING btree (object_key);

CREATE INDEX documents_removed ON documents USING btree (removed_at) WHERE (removed_at IS NOT NULL);

CREATE INDEX documents_superseded ON documents USING btree (superseded_by) WHERE (superseded_by IS NOT NULL);

CREATE INDEX documents_to_scan ON documents USING btree (next_scan_at) WHERE (virus_scan = 'waiting'::text);

CREATE INDEX held_acts_application ON held_acts USING btree (application_id, actor_id, until);

CREATE INDEX idempotency_keys_created ON idempotency_keys USING btree (created_at);

CREATE INDEX known_browsers_expires_at ON known_browsers USING btree (expires_at);

CREATE INDEX mail_outbox_due ON mail_outbox USING btree (next_attempt_at) WHERE ((sent_at IS NULL) AND (given_up_at IS NULL));

CREATE INDEX mail_outbox_due_first ON mail_outbox USING btree (next_attempt_at) WHERE ((sent_at IS NULL) AND (given_up_at IS NULL) AND (NOT of_many));

CREATE INDEX mail_outbox_recipient ON mail_outbox USING btree (recipient, id);

CREATE UNIQUE INDEX note_wordings_note ON note_wordings USING btree (note_id, version);

CREATE INDEX notes_application ON notes USING btree (application_id, created_at);

CREATE INDEX notes_author ON notes USING btree (author_id);

CREATE INDEX notifications_application ON notifications USING btree (application_id);

CREATE INDEX notifications_at ON notifications USING btree (at);

CREATE INDEX notifications_unread ON notifications USING btree (user_id) WHERE (read_at IS NULL);

CREATE INDEX notifications_user ON notifications USING btree (user_id, at, id);

CREATE INDEX own_views_owner ON own_views USING btree (owner_id, place);

CREATE INDEX own_views_shared ON own_views USING btree (shared);

CREATE INDEX rate_limits_expire ON rate_limits USING btree (expire);

CREATE INDEX recovery_codes_user ON recovery_codes USING btree (user_id);

CREATE INDEX sessions_ends_at ON sessions USING btree (ends_at);

CREATE UNIQUE INDEX sessions_token ON sessions USING btree (token_hash);

CREATE INDEX sessions_user ON sessions USING btree (user_id);

CREATE INDEX status_reasons_application ON status_reasons USING btree (application_id, at);

CREATE INDEX unattached_objects_created ON unattached_objects USING btree (created_at);

CREATE INDEX uploads_created ON uploads USING btree (created_at);

CREATE UNIQUE INDEX uploads_object ON uploads USING btree (object_key);

CREATE INDEX users_created ON users USING btree (created_at, id);

CREATE INDEX users_role_status_created ON users USING btree (role, status, created_at, id);

CREATE INDEX users_role_username ON users USING btree (role, username);

CREATE INDEX users_search ON users USING gin (search_text gin_trgm_ops) WITH (fastupdate=off);

CREATE UNIQUE INDEX users_username ON users USING btree (username);

CREATE INDEX users_wealth_manager ON users USING btree (wealth_manager_id);

CREATE FUNCTION complete_summary() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  NEW.unassigned := is_unassigned(NEW.wealth_manager_id, NEW.status);
  IF TG_OP = 'INSERT' THEN
    NEW.invited_until := invitation_of(NEW.user_id);
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION forget_number_hash() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF NEW.id_number_hash IS NOT DISTINCT FROM OLD.id_number_hash
    AND NEW.answers->'idNumber' IS DISTINCT FROM OLD.answers->'idNumber'
  THEN NEW.id_number_hash := NULL;
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION hand_application_over() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  UPDATE applications SET wealth_manager_id = NEW.wealth_manager_id WHERE user_id = NEW.id;
  RETURN NULL;
END $$;

CREATE FUNCTION own_application() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  SELECT wealth_manager_id INTO NEW.wealth_manager_id FROM users WHERE id = NEW.user_id;
  RETURN NEW;
END $$;

CREATE FUNCTION refuse_audit_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  RAISE EXCEPTION 'The audit log is append-only: % on % is refused.', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE FUNCTION summarise_application() RETURNS trigger
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
     OLD.reviewed_at, OLD.answers->'fullName', OLD.answers->'emailAddress', OLD.answers->'mobileNumber')
    IS DISTINCT FROM
    (NEW.status, NEW.status_changed_at, NEW.created_at, NEW.submitted_at, NEW.onboarded_at, NEW.cancelled_at,
     NEW.reviewed_at, NEW.answers->'fullName', NEW.answers->'emailAddress', NEW.answers->'mobileNumber')
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

CREATE FUNCTION summarise_clients_of_manager() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  UPDATE application_summaries SET unassigned = NOT unassigned
  WHERE wealth_manager_id = NEW.id AND unassigned <> is_unassigned(wealth_manager_id, status);
  RETURN NULL;
END $$;

CREATE FUNCTION summarise_invitation(client uuid) RETURNS void
    LANGUAGE sql
    AS $$
  UPDATE application_summaries SET invited_until = invitation_of(client)
  WHERE application_id = (SELECT id FROM applications WHERE user_id = client)
    AND invited_until IS DISTINCT FROM invitation_of(client)
$$;

CREATE FUNCTION summarise_invited() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM summarise_invitation(NEW.id);
  RETURN NULL;
END $$;

CREATE FUNCTION summarise_owner() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  UPDATE application_summaries SET wealth_manager_id = NEW.wealth_manager_id,
    unassigned = is_unassigned(NEW.wealth_manager_id, status)
  WHERE application_id = NEW.id AND wealth_manager_id IS DISTINCT FROM NEW.wealth_manager_id;
  RETURN NULL;
END $$;

CREATE FUNCTION summarise_temporary_password() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM summarise_invitation(coalesce(NEW.user_id, OLD.user_id));
  RETURN NULL;
END $$;

CREATE FUNCTION summarise_waiting() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  UPDATE application_summaries summary SET waiting_on = seen.waiting_on, answered_at = seen.answered_at
  FROM summarised_applications seen
  WHERE summary.application_id = NEW.application_id AND seen.application_id = NEW.application_id
    AND (summary.waiting_on, summary.answered_at) IS DISTINCT FROM (seen.waiting_on, seen.answered_at);
  RETURN NULL;
END $$;

CREATE TRIGGER application_summaries_complete BEFORE INSERT ON application_summaries FOR EACH ROW EXECUTE FUNCTION complete_summary();

CREATE TRIGGER applications_forget_number_hash BEFORE UPDATE OF answers ON applications FOR EACH ROW EXECUTE FUNCTION forget_number_hash();

CREATE TRIGGER applications_own BEFORE INSERT OR UPDATE OF wealth_manager_id, user_id ON applications FOR EACH ROW EXECUTE FUNCTION own_application();

CREATE TRIGGER applications_summarise AFTER INSERT OR UPDATE ON applications FOR EACH ROW EXECUTE FUNCTION summarise_application();

CREATE TRIGGER applications_summarise_owner AFTER UPDATE OF wealth_manager_id ON applications FOR EACH ROW EXECUTE FUNCTION summarise_owner();

CREATE TRIGGER audit_chain_append_only BEFORE DELETE OR UPDATE ON audit_chain FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();

CREATE TRIGGER audit_chain_no_truncate BEFORE TRUNCATE ON audit_chain FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

CREATE TRIGGER audit_events_append_only BEFORE DELETE OR UPDATE ON audit_events FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();

CREATE TRIGGER audit_events_no_truncate BEFORE TRUNCATE ON audit_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

CREATE TRIGGER correction_rounds_summarise AFTER INSERT OR UPDATE OF state ON correction_rounds FOR EACH ROW EXECUTE FUNCTION summarise_waiting();

CREATE TRIGGER temporary_passwords_summarise AFTER INSERT OR DELETE OR UPDATE ON temporary_passwords FOR EACH ROW EXECUTE FUNCTION summarise_temporary_password();

CREATE TRIGGER users_hand_over AFTER UPDATE OF wealth_manager_id ON users FOR EACH ROW WHEN ((old.wealth_manager_id IS DISTINCT FROM new.wealth_manager_id)) EXECUTE FUNCTION hand_application_over();

CREATE TRIGGER users_summarise_clients AFTER UPDATE OF role, deactivated_at ON users FOR EACH ROW WHEN ((((old.role IS DISTINCT FROM new.role) OR (old.deactivated_at IS DISTINCT FROM new.deactivated_at)) AND (('wealth_manager'::text = old.role) OR ('wealth_manager'::text = new.role)))) EXECUTE FUNCTION summarise_clients_of_manager();

CREATE TRIGGER users_summarise_invited AFTER UPDATE OF invited ON users FOR EACH ROW WHEN ((old.invited <> new.invited)) EXECUTE FUNCTION summarise_invited();

ALTER TABLE ONLY address_changes
    ADD CONSTRAINT address_changes_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

ALTER TABLE ONLY address_confirmations
    ADD CONSTRAINT address_confirmations_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

ALTER TABLE ONLY annual_reviews
    ADD CONSTRAINT annual_reviews_application_id_applications_id_fk FOREIGN KEY (application_id) REFERENCES applications(id) ON DELETE CASCADE;

ALTER TABLE ONLY annual_reviews
    ADD CONSTRAINT annual_reviews_completed_by_users_id_fk FOREIGN KEY (completed_by) REFERENCES users(id);

ALTER TABLE ONLY application_summaries
    ADD CONSTRAINT application_summaries_application_id_applications_id_fk FOREIGN KEY (application_id) REFERENCES applications(id) ON DELETE CASCADE;

ALTER TABLE ONLY applications
    ADD CONSTRAINT applications_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE ONLY applications
    ADD CONSTRAINT applications_wealth_manager_id_users_id_fk FOREIGN KEY (wealth_manager_id) REFERENCES users(id);

ALTER TABLE ONLY bulk_act_rows
    ADD CONSTRAINT bulk_act_rows_bulk_act_id_bulk_acts_id_fk FOREIGN KEY (bulk_act_id) REFERENCES bulk_acts(id) ON DELETE CASCADE;

ALTER TABLE ONLY bulk_acts
    ADD CONSTRAINT bulk_acts_actor_id_users_id_fk FOREIGN KEY (actor_id) REFERENCES users(id) ON DELETE CASCADE;

ALTER TABLE ONLY check_settlements
    ADD CONSTRAINT check_settlements_actor_id_users_id_fk FOREIGN KEY (actor_id) REFERENCES users(id);

ALTER TABLE ONLY check_settlements
    ADD CONSTRAINT check_settlements_application_id_applications_id_fk FOREIGN KEY (application_id) REFERENCES applications(id) ON DELETE CASCADE;

ALTER TABLE ONLY client_notices
    ADD CONSTRAINT client_notices_application_id_applications_id_fk FOREIGN KEY (application_id) REFERENCES applications(id) ON DELETE CASCADE;

ALTER TABLE ONLY correction_items
    ADD CONSTRAINT correction_items_answer_document_id_documents_id_fk FOREIGN KEY (answer_document_id) REFERENCES documents(id) ON DELETE SET NULL;

ALTER TABLE ONLY correction_items
    ADD CONSTRAINT correction_items_round_id_correction_rounds_id_fk FOREIGN KEY (round_id) REFERENCES correction_rounds(id) ON DELETE CASCADE;

ALTER TABLE ONLY correction_rounds
    ADD CONSTRAINT correction_rounds_application_id_applications_id_fk FOREIGN KEY (application_id) REFERENCES applications(id) ON DELETE CASCADE;

ALTER TABLE ONLY document_signatures
    ADD CONSTRAINT document_signatures_certificate_seal_certificates_fingerprint_f FOREIGN KEY (certificate) REFERENCES seal_certificates(fingerprint);

ALTER TABLE ONLY document_signatures
    ADD CONSTRAINT document_signatures_document_id_documents_id_fk FOREIGN KEY (document_id) REFERENCES documents(id) ON DELETE CASCADE;

ALTER TABLE ONLY documents
    ADD CONSTRAINT documents_application_id_applications_id_fk FOREIGN KEY (application_id) REFERENCES applications(id);

ALTER TABLE ONLY documents
    ADD CONSTRAINT documents_owner_id_users_id_fk FOREIGN KEY (owner_id) REFERENCES users(id);

ALTER TABLE ONLY documents
    ADD CONSTRAINT documents_superseded_by_documents_id_fk FOREIGN KEY (superseded_by) REFERENCES documents(id) ON DELETE SET NULL;

ALTER TABLE ONLY held_acts
    ADD CONSTRAINT held_acts_actor_id_users_id_fk FOREIGN KEY (actor_id) REFERENCES users(id) ON DELETE CASCADE;

ALTER TABLE ONLY held_acts
    ADD CONSTRAINT held_acts_application_id_applications_id_fk FOREIGN KEY (application_id) REFERENCES applications(id) ON DELETE CASCADE;

ALTER TABLE ONLY idempotency_keys
    ADD CONSTRAINT idempotency_keys_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

ALTER TABLE ONLY known_browsers
    ADD CONSTRAINT known_browsers_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

ALTER TABLE ONLY note_wordings
    ADD CONSTRAINT note_wordings_note_id_notes_id_fk FOREIGN KEY (note_id) REFERENCES notes(id) ON DELETE CASCADE;

ALTER TABLE ONLY notes
    ADD CONSTRAINT notes_application_id_applications_id_fk FOREIGN KEY (application_id) REFERENCES applications(id) ON DELETE CASCADE;

ALTER TABLE ONLY notes
    ADD CONSTRAINT notes_author_id_users_id_fk FOREIGN KEY (author_id) REFERENCES users(id);

ALTER TABLE ONLY notification_settings
    ADD CONSTRAINT notification_settings_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

ALTER TABLE ONLY notifications
    ADD CONSTRAINT notifications_application_id_applications_id_fk FOREIGN KEY (application_id) REFERENCES applications(id) ON DELETE CASCADE;

ALTER TABLE ONLY notifications
    ADD CONSTRAINT notifications_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

ALTER TABLE ONLY own_views
    ADD CONSTRAINT own_views_owner_id_users_id_fk FOREIGN KEY (owner_id) REFERENCES users(id) ON DELETE CASCADE;

ALTER TABLE ONLY recovery_codes
    ADD CONSTRAINT recovery_codes_user_id_second_factors_user_id_fk FOREIGN KEY (user_id) REFERENCES second_factors(user_id) ON DELETE CASCADE;

ALTER TABLE ONLY second_factors
    ADD CONSTRAINT second_factors_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

ALTER TABLE ONLY sessions
    ADD CONSTRAINT sessions_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

ALTER TABLE ONLY staff_digests
    ADD CONSTRAINT staff_digests_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

ALTER TABLE ONLY status_reasons
    ADD CONSTRAINT status_reasons_application_id_applications_id_fk FOREIGN KEY (application_id) REFERENCES applications(id) ON DELETE CASCADE;

ALTER TABLE ONLY temporary_passwords
    ADD CONSTRAINT temporary_passwords_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

ALTER TABLE ONLY uploads
    ADD CONSTRAINT uploads_document_id_documents_id_fk FOREIGN KEY (document_id) REFERENCES documents(id) ON DELETE SET NULL;

ALTER TABLE ONLY uploads
    ADD CONSTRAINT uploads_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

ALTER TABLE ONLY users
    ADD CONSTRAINT users_fais_document_id_documents_id_fk FOREIGN KEY (fais_document_id) REFERENCES documents(id);

ALTER TABLE ONLY users
    ADD CONSTRAINT users_wealth_manager_id_users_id_fk FOREIGN KEY (wealth_manager_id) REFERENCES users(id);
