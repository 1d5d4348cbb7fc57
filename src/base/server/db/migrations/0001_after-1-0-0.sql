-- Since version 1.0.0. Until the next release, changes are merged into this file (docs/how-to.md).
CREATE TABLE "store_identity" (
	"is_all" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "approvals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"object" uuid NOT NULL,
	"application_id" uuid,
	"subject_id" uuid,
	"asked_by" uuid NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"asked_words" text,
	"lift" text,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone,
	"decision" text,
	"words" text,
	"withdrawn_because" text,
	"lapses_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "approvals_second_person" CHECK ("approvals"."decided_by" <> "approvals"."asked_by"),
	CONSTRAINT "approvals_owner" CHECK (num_nonnulls("approvals"."application_id", "approvals"."subject_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "firm_files" (
	"sha256" text PRIMARY KEY NOT NULL,
	"content" "bytea" NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "firm_settings" (
	"section" text NOT NULL,
	"version" integer NOT NULL,
	"values" jsonb NOT NULL,
	"standard" jsonb,
	"changed" text[] NOT NULL,
	"changed_by" uuid,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "firm_settings_section_version_pk" PRIMARY KEY("section","version")
);
--> statement-breakpoint
CREATE TABLE "firm_state" (
	"is_all" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"revision" uuid NOT NULL,
	"setup_completed_at" timestamp (3) with time zone,
	"environment" jsonb
);
--> statement-breakpoint
CREATE TABLE "import_rows" (
	"import_id" uuid NOT NULL,
	"row" integer NOT NULL,
	"cells" text,
	"verdict" text,
	"problems" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"existing_id" uuid,
	"reason" text,
	"outcome" text,
	"user_id" uuid,
	"done_at" timestamp (3) with time zone,
	"retained" text,
	"faults" smallint DEFAULT 0 NOT NULL,
	CONSTRAINT "import_rows_import_id_row_pk" PRIMARY KEY("import_id","row")
);
--> statement-breakpoint
CREATE TABLE "imported_applications" (
	"application_id" uuid PRIMARY KEY NOT NULL,
	"import_id" uuid NOT NULL,
	"external_reference" text,
	"imported_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"actor_id" uuid NOT NULL,
	"ip" "inet",
	"content" text NOT NULL,
	"upload_key" text,
	"sha256" text NOT NULL,
	"bytes" integer NOT NULL,
	"header_row" integer NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"undone_at" timestamp (3) with time zone,
	"erased_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "invitation_plans" (
	"import_id" uuid PRIMARY KEY NOT NULL,
	"actor_id" uuid NOT NULL,
	"ip" "inet",
	"manager_id" uuid,
	"status" text,
	"rows" text,
	"mail" jsonb,
	"per_batch" smallint NOT NULL,
	"batches_per_day" smallint NOT NULL,
	"first_hour" smallint NOT NULL,
	"next_at" timestamp (3) with time zone NOT NULL,
	"batch_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "api_tokens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"scopes" text[] NOT NULL,
	"clients" text NOT NULL,
	"manager_id" uuid,
	"networks" text[] NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" uuid,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	"last_used_ip" "inet",
	"warned_days" integer,
	"listing_since" timestamp (3) with time zone,
	"listed_pages" integer DEFAULT 0 NOT NULL,
	"listed_rows" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"next_attempt_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_status" integer,
	"last_error" text,
	"last_answer" text,
	"last_ms" integer,
	"delivered_at" timestamp (3) with time zone,
	"given_up_at" timestamp (3) with time zone,
	"resend_of" uuid
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"url" text NOT NULL,
	"events" text[] NOT NULL,
	"state" text NOT NULL,
	"state_reason" text NOT NULL,
	"secret" text NOT NULL,
	"previous_secret" text,
	"previous_until" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"failing_since" timestamp (3) with time zone,
	"rests_until" timestamp (3) with time zone,
	"last_success_at" timestamp (3) with time zone,
	"tested_at" timestamp (3) with time zone,
	"warned_at" timestamp (3) with time zone,
	"operator_name" text NOT NULL,
	"agreed_at" timestamp (3) with time zone NOT NULL,
	"agreed_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "withheld_mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"template" text NOT NULL,
	"subject" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "hits" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subject_id" uuid NOT NULL,
	"application_id" uuid,
	"source" text NOT NULL,
	"uid" text NOT NULL,
	"entry_id" uuid NOT NULL,
	"score" real NOT NULL,
	"strong" boolean NOT NULL,
	"features" text NOT NULL,
	"state" text NOT NULL,
	"found_at" timestamp (3) with time zone NOT NULL,
	"not_found_because" text,
	"verdict" text,
	"reason" text,
	"words" text,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone,
	"second_by" uuid,
	"waits_until" timestamp (3) with time zone,
	"subject_fingerprint" text NOT NULL,
	"entry_fingerprint" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "list_editions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"generated_on" date NOT NULL,
	"sha256" text NOT NULL,
	"files" jsonb,
	"bytes" integer NOT NULL,
	"entries" integer NOT NULL,
	"names" integer NOT NULL,
	"kinds" jsonb,
	"compared_with" uuid,
	"added" integer NOT NULL,
	"changed" integer NOT NULL,
	"changed_otherwise" integer NOT NULL,
	"removed_uids" text[] NOT NULL,
	"loaded_by" uuid,
	"loaded_at" timestamp (3) with time zone NOT NULL,
	"in_force_by" uuid,
	"in_force_at" timestamp (3) with time zone,
	"superseded_at" timestamp (3) with time zone,
	"screened_to" uuid,
	"screened_at" timestamp (3) with time zone,
	"hits" integer DEFAULT 0 NOT NULL,
	"shrunk_reason" text,
	"lost_uids" text[],
	"cautions" text[],
	"remarks" text[],
	"old_mailed_at" timestamp (3) with time zone,
	CONSTRAINT "list_editions_second_person" CHECK ("list_editions"."shrunk_reason" is null or "list_editions"."in_force_by" is null or "list_editions"."in_force_by" <> "list_editions"."loaded_by"),
	CONSTRAINT "list_editions_second_person_for_losses" CHECK (coalesce(cardinality("list_editions"."cautions"), 0) = 0 or "list_editions"."in_force_by" is null or "list_editions"."in_force_by" <> "list_editions"."loaded_by")
);
--> statement-breakpoint
CREATE TABLE "list_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"uid" text NOT NULL,
	"fingerprint" text NOT NULL,
	"content_hash" text NOT NULL,
	"person" boolean NOT NULL,
	"kind" text,
	"details" jsonb,
	"programme" text NOT NULL,
	"remarks" text NOT NULL,
	"births" jsonb NOT NULL,
	"countries" text[] NOT NULL,
	"documents" text[] NOT NULL,
	"sex" text,
	"from_edition" uuid NOT NULL,
	"to_edition" uuid
);
--> statement-breakpoint
CREATE TABLE "list_names" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entry_id" uuid NOT NULL,
	"quality" text NOT NULL,
	"name" text NOT NULL,
	"folded" text NOT NULL,
	"sounds" text[]
);
--> statement-breakpoint
CREATE TABLE "screening_subjects" (
	"id" uuid PRIMARY KEY NOT NULL,
	"application_id" uuid,
	"user_id" uuid,
	"role" text NOT NULL,
	"facts" text NOT NULL,
	"fingerprint" text NOT NULL,
	"given_fingerprint" text,
	"document_hashes" text[] NOT NULL,
	"unreadable" boolean NOT NULL,
	"screened_at" timestamp (3) with time zone,
	"basis" text,
	CONSTRAINT "screening_subjects_owner" CHECK (num_nonnulls("screening_subjects"."application_id", "screening_subjects"."user_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "screenings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subject_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"asked_by" uuid,
	"editions" uuid[] NOT NULL,
	"matcher" integer NOT NULL,
	"candidates" integer NOT NULL,
	"hits" integer NOT NULL,
	"ruled_out" integer NOT NULL,
	"details" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subject_names" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subject_id" uuid NOT NULL,
	"folded" text NOT NULL,
	"sounds" text[]
);
--> statement-breakpoint
CREATE TABLE "identities" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"email_at_link" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "identities_subject" UNIQUE("issuer","subject"),
	CONSTRAINT "identities_user" UNIQUE("user_id","provider")
);
--> statement-breakpoint
CREATE TABLE "invitation_links" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"token_hash" "bytea" NOT NULL,
	CONSTRAINT "invitation_links_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "stand_ins" (
	"id" uuid PRIMARY KEY NOT NULL,
	"manager_id" uuid NOT NULL,
	"stand_in_id" uuid NOT NULL,
	"until" date NOT NULL,
	"named_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "integration_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"position" bigint,
	"type" text NOT NULL,
	"application_id" uuid,
	"body" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "retention_holds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"why" text NOT NULL,
	"until" date NOT NULL,
	"words" text,
	"held_by" uuid NOT NULL,
	"held_at" timestamp (3) with time zone NOT NULL,
	"lifted_by" uuid,
	"lifted_at" timestamp (3) with time zone,
	"lifted_words" text
);
--> statement-breakpoint
CREATE TABLE "stopped_reminders" (
	"application_id" uuid PRIMARY KEY NOT NULL,
	"stopped_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "phone_links" (
	"session_id" uuid PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"link_hash" "bytea" NOT NULL,
	"phone_hash" "bytea",
	"kind" text NOT NULL,
	"item_id" uuid,
	"task" text,
	"paper" text,
	"issued_on" text,
	"expires_on" text,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "phone_links_link_hash_unique" UNIQUE("link_hash"),
	CONSTRAINT "phone_links_phone_hash_unique" UNIQUE("phone_hash")
);
--> statement-breakpoint
CREATE TABLE "declarations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"task" text NOT NULL,
	"version" integer NOT NULL,
	"content" text NOT NULL,
	"wording" text NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	"made_by" uuid NOT NULL,
	"ip" "inet"
);
--> statement-breakpoint
CREATE TABLE "due_diligence_documents" (
	"document_id" uuid PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"task" text NOT NULL,
	"paper" text NOT NULL,
	"issued_on" date,
	"expires_on" date,
	"added_by_staff" uuid,
	"retired_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "due_diligence_tasks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"task" text NOT NULL,
	"state" text NOT NULL,
	"version" integer NOT NULL,
	"draft" text,
	"reason" text,
	"comment" text,
	"asked_at" timestamp (3) with time zone,
	"due_on" date,
	"reminders" smallint DEFAULT 0 NOT NULL,
	"handed_in_at" timestamp (3) with time zone,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone,
	"renew_from" date,
	"expires_on" date,
	"renewal_mailed_at" timestamp (3) with time zone,
	"outdated" boolean,
	"needs_approval" boolean,
	"checked_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "verifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"task" text NOT NULL,
	"declaration_version" integer NOT NULL,
	"result" text NOT NULL,
	"method" text,
	"document_ids" uuid[] NOT NULL,
	"by_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"expires_on" date,
	"note" text,
	"details" text
);
--> statement-breakpoint
CREATE TABLE "country_confirmations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"compared_on" date NOT NULL,
	"by_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "risk_models" (
	"version" integer PRIMARY KEY NOT NULL,
	"content" jsonb NOT NULL,
	"state" text NOT NULL,
	"proposed_by" uuid,
	"proposed_at" timestamp (3) with time zone NOT NULL,
	"approved_by" uuid,
	"in_force_at" timestamp (3) with time zone,
	CONSTRAINT "risk_models_second_person" CHECK ("risk_models"."approved_by" <> "risk_models"."proposed_by")
);
--> statement-breakpoint
CREATE TABLE "risk_ratings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"model_version" integer NOT NULL,
	"points" smallint NOT NULL,
	"level" text NOT NULL,
	"factors" text NOT NULL,
	"approval" text,
	"asks_wealth" boolean NOT NULL,
	"rated_by" uuid NOT NULL,
	"rated_at" timestamp (3) with time zone NOT NULL,
	"superseded_at" timestamp (3) with time zone,
	"refresh_on" date NOT NULL,
	"refresh_asked_at" timestamp (3) with time zone,
	"outdated" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"credential_id" "bytea" NOT NULL,
	"public_key" "bytea" NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"backed_up" boolean NOT NULL,
	"aaguid" text NOT NULL,
	"rp_id" text,
	"name" text NOT NULL,
	"browsers" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "used_challenges" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "generated_letters" (
	"document_id" uuid PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"fingerprint" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "letter_profiles" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"profile" jsonb NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "letter_run_rows" (
	"run_id" uuid NOT NULL,
	"manager_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"claimed_until" timestamp (3) with time zone,
	"outcome" text,
	"missing" text[],
	"faults" smallint DEFAULT 0 NOT NULL,
	CONSTRAINT "letter_run_rows_run_id_manager_id_pk" PRIMARY KEY("run_id","manager_id")
);
--> statement-breakpoint
CREATE TABLE "letter_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"actor_id" uuid NOT NULL,
	"ip" "inet",
	"version" integer NOT NULL,
	"replace_uploaded" boolean NOT NULL,
	"total" integer NOT NULL,
	"is_automatic" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "letter_templates" (
	"version" integer PRIMARY KEY NOT NULL,
	"template" jsonb NOT NULL,
	"checked_by" text NOT NULL,
	"published_by" uuid NOT NULL,
	"published_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "answer_promised_by" date;
--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "review_counted_from" timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "sealable" boolean;
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "signed_in_by" text;
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "identity_id" uuid;
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "proved_at" timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "refresh_token" text;
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "check_at" timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "senior_manager_since" timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "compliance_since" timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "webauthn_handle" "bytea";
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "link_until" timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "access_by" uuid;
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "access_at" timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE "bulk_act_rows" ADD COLUMN "not_ready" jsonb;
--> statement-breakpoint
ALTER TABLE "held_acts" ADD COLUMN "event_ids" uuid[];
--> statement-breakpoint
ALTER TABLE "mail_outbox" ADD COLUMN "application_id" uuid;
--> statement-breakpoint
ALTER TABLE "mail_outbox" ADD COLUMN "gate_level" text;
--> statement-breakpoint
ALTER TABLE "document_signatures" ADD COLUMN "identified_by" text;
--> statement-breakpoint
ALTER TABLE "document_signatures" ADD COLUMN "displayed_at" timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE "correction_rounds" ADD COLUMN "opened_by" text;
--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_subject_id_screening_subjects_id_fk" FOREIGN KEY ("subject_id") REFERENCES "public"."screening_subjects"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_asked_by_users_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_existing_id_applications_id_fk" FOREIGN KEY ("existing_id") REFERENCES "public"."applications"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "imported_applications" ADD CONSTRAINT "imported_applications_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "imported_applications" ADD CONSTRAINT "imported_applications_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "invitation_plans" ADD CONSTRAINT "invitation_plans_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "invitation_plans" ADD CONSTRAINT "invitation_plans_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "invitation_plans" ADD CONSTRAINT "invitation_plans_manager_id_users_id_fk" FOREIGN KEY ("manager_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_manager_id_users_id_fk" FOREIGN KEY ("manager_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_webhook_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoints"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_event_id_integration_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."integration_events"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_agreed_by_users_id_fk" FOREIGN KEY ("agreed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "withheld_mails" ADD CONSTRAINT "withheld_mails_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hits" ADD CONSTRAINT "hits_subject_id_screening_subjects_id_fk" FOREIGN KEY ("subject_id") REFERENCES "public"."screening_subjects"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hits" ADD CONSTRAINT "hits_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hits" ADD CONSTRAINT "hits_entry_id_list_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."list_entries"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hits" ADD CONSTRAINT "hits_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hits" ADD CONSTRAINT "hits_second_by_users_id_fk" FOREIGN KEY ("second_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "list_editions" ADD CONSTRAINT "list_editions_loaded_by_users_id_fk" FOREIGN KEY ("loaded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "list_editions" ADD CONSTRAINT "list_editions_in_force_by_users_id_fk" FOREIGN KEY ("in_force_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "list_entries" ADD CONSTRAINT "list_entries_from_edition_list_editions_id_fk" FOREIGN KEY ("from_edition") REFERENCES "public"."list_editions"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "list_names" ADD CONSTRAINT "list_names_entry_id_list_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."list_entries"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "screening_subjects" ADD CONSTRAINT "screening_subjects_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "screening_subjects" ADD CONSTRAINT "screening_subjects_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "screenings" ADD CONSTRAINT "screenings_subject_id_screening_subjects_id_fk" FOREIGN KEY ("subject_id") REFERENCES "public"."screening_subjects"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "screenings" ADD CONSTRAINT "screenings_asked_by_users_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "subject_names" ADD CONSTRAINT "subject_names_subject_id_screening_subjects_id_fk" FOREIGN KEY ("subject_id") REFERENCES "public"."screening_subjects"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "invitation_links" ADD CONSTRAINT "invitation_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "stand_ins" ADD CONSTRAINT "stand_ins_manager_id_users_id_fk" FOREIGN KEY ("manager_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "stand_ins" ADD CONSTRAINT "stand_ins_stand_in_id_users_id_fk" FOREIGN KEY ("stand_in_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "integration_events" ADD CONSTRAINT "integration_events_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "retention_holds" ADD CONSTRAINT "retention_holds_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "retention_holds" ADD CONSTRAINT "retention_holds_held_by_users_id_fk" FOREIGN KEY ("held_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "retention_holds" ADD CONSTRAINT "retention_holds_lifted_by_users_id_fk" FOREIGN KEY ("lifted_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "stopped_reminders" ADD CONSTRAINT "stopped_reminders_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "phone_links" ADD CONSTRAINT "phone_links_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "phone_links" ADD CONSTRAINT "phone_links_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "declarations" ADD CONSTRAINT "declarations_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "declarations" ADD CONSTRAINT "declarations_made_by_users_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "due_diligence_documents" ADD CONSTRAINT "due_diligence_documents_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "due_diligence_documents" ADD CONSTRAINT "due_diligence_documents_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "due_diligence_documents" ADD CONSTRAINT "due_diligence_documents_added_by_staff_users_id_fk" FOREIGN KEY ("added_by_staff") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "due_diligence_tasks" ADD CONSTRAINT "due_diligence_tasks_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "due_diligence_tasks" ADD CONSTRAINT "due_diligence_tasks_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "verifications" ADD CONSTRAINT "verifications_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "verifications" ADD CONSTRAINT "verifications_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "country_confirmations" ADD CONSTRAINT "country_confirmations_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "risk_models" ADD CONSTRAINT "risk_models_proposed_by_users_id_fk" FOREIGN KEY ("proposed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "risk_models" ADD CONSTRAINT "risk_models_approved_by_users_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "risk_ratings" ADD CONSTRAINT "risk_ratings_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "risk_ratings" ADD CONSTRAINT "risk_ratings_rated_by_users_id_fk" FOREIGN KEY ("rated_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "generated_letters" ADD CONSTRAINT "generated_letters_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "letter_profiles" ADD CONSTRAINT "letter_profiles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "letter_run_rows" ADD CONSTRAINT "letter_run_rows_run_id_letter_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."letter_runs"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "letter_runs" ADD CONSTRAINT "letter_runs_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE UNIQUE INDEX "approvals_open" ON "approvals" USING btree ("kind","object") WHERE decision is null;
--> statement-breakpoint
CREATE INDEX "approvals_application" ON "approvals" USING btree ("application_id","asked_at");
--> statement-breakpoint
CREATE INDEX "approvals_subject" ON "approvals" USING btree ("subject_id") WHERE subject_id is not null;
--> statement-breakpoint
CREATE INDEX "approvals_waiting" ON "approvals" USING btree ("asked_at","id") WHERE decision is null;
--> statement-breakpoint
CREATE INDEX "import_rows_open" ON "import_rows" USING btree ("import_id","faults","row") WHERE outcome is null;
--> statement-breakpoint
CREATE INDEX "import_rows_verdict" ON "import_rows" USING btree ("import_id","verdict","row");
--> statement-breakpoint
CREATE INDEX "import_rows_existing" ON "import_rows" USING btree ("existing_id");
--> statement-breakpoint
CREATE INDEX "import_rows_user" ON "import_rows" USING btree ("user_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "imported_applications_reference" ON "imported_applications" USING btree ("external_reference") WHERE external_reference is not null;
--> statement-breakpoint
CREATE INDEX "imported_applications_import" ON "imported_applications" USING btree ("import_id");
--> statement-breakpoint
CREATE INDEX "imports_created" ON "imports" USING btree ("created_at","id");
--> statement-breakpoint
CREATE INDEX "imports_open" ON "imports" USING btree ("created_at") WHERE state in ('running', 'undoing');
--> statement-breakpoint
CREATE UNIQUE INDEX "api_tokens_hash" ON "api_tokens" USING btree ("token_hash");
--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("endpoint_id","next_attempt_at") WHERE delivered_at is null and given_up_at is null;
--> statement-breakpoint
CREATE INDEX "webhook_deliveries_newest" ON "webhook_deliveries" USING btree ("endpoint_id","created_at" DESC NULLS LAST,"id");
--> statement-breakpoint
CREATE INDEX "webhook_deliveries_event" ON "webhook_deliveries" USING btree ("event_id");
--> statement-breakpoint
CREATE INDEX "withheld_mails_application" ON "withheld_mails" USING btree ("application_id","at");
--> statement-breakpoint
CREATE UNIQUE INDEX "hits_pair" ON "hits" USING btree ("subject_id","source","uid");
--> statement-breakpoint
CREATE INDEX "hits_application" ON "hits" USING btree ("application_id");
--> statement-breakpoint
CREATE INDEX "hits_entry" ON "hits" USING btree ("source","uid");
--> statement-breakpoint
CREATE INDEX "hits_undecided" ON "hits" USING btree ("found_at","id") WHERE state in ('open', 'waiting');
--> statement-breakpoint
CREATE UNIQUE INDEX "list_editions_in_force" ON "list_editions" USING btree ("source") WHERE in_force_at is not null and superseded_at is null;
--> statement-breakpoint
CREATE INDEX "list_entries_edition" ON "list_entries" USING btree ("from_edition","id");
--> statement-breakpoint
CREATE INDEX "list_entries_uid" ON "list_entries" USING btree ("source","uid");
--> statement-breakpoint
CREATE INDEX "list_entries_documents" ON "list_entries" USING gin ("documents");
--> statement-breakpoint
CREATE INDEX "list_entries_births" ON "list_entries" USING gin ("births" jsonb_path_ops);
--> statement-breakpoint
CREATE INDEX "list_names_entry" ON "list_names" USING btree ("entry_id");
--> statement-breakpoint
CREATE INDEX "list_names_sounds" ON "list_names" USING gin ("sounds");
--> statement-breakpoint
CREATE INDEX "list_names_without_sounds" ON "list_names" USING btree ("id") WHERE sounds is null;
--> statement-breakpoint
CREATE INDEX "list_names_folded" ON "list_names" USING gin ("folded" gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "screening_subjects_application" ON "screening_subjects" USING btree ("application_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "screening_subjects_client" ON "screening_subjects" USING btree ("application_id") WHERE role = 'client';
--> statement-breakpoint
CREATE UNIQUE INDEX "screening_subjects_user" ON "screening_subjects" USING btree ("user_id") WHERE user_id is not null;
--> statement-breakpoint
CREATE INDEX "screening_subjects_documents" ON "screening_subjects" USING gin ("document_hashes");
--> statement-breakpoint
CREATE INDEX "screenings_subject" ON "screenings" USING btree ("subject_id","at");
--> statement-breakpoint
CREATE INDEX "screenings_asked_by" ON "screenings" USING btree ("asked_by") WHERE asked_by is not null;
--> statement-breakpoint
CREATE INDEX "subject_names_subject" ON "subject_names" USING btree ("subject_id");
--> statement-breakpoint
CREATE INDEX "subject_names_sounds" ON "subject_names" USING gin ("sounds");
--> statement-breakpoint
CREATE INDEX "subject_names_folded" ON "subject_names" USING gin ("folded" gin_trgm_ops);
--> statement-breakpoint
CREATE UNIQUE INDEX "stand_ins_manager" ON "stand_ins" USING btree ("manager_id") WHERE ended_at is null;
--> statement-breakpoint
CREATE INDEX "stand_ins_stand_in" ON "stand_ins" USING btree ("stand_in_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "integration_events_position" ON "integration_events" USING btree ("position");
--> statement-breakpoint
CREATE INDEX "integration_events_due" ON "integration_events" USING btree ("due_at","id") WHERE position is null;
--> statement-breakpoint
CREATE INDEX "integration_events_application" ON "integration_events" USING btree ("application_id");
--> statement-breakpoint
CREATE INDEX "integration_events_created" ON "integration_events" USING btree ("created_at");
--> statement-breakpoint
CREATE INDEX "retention_holds_application" ON "retention_holds" USING btree ("application_id","held_at");
--> statement-breakpoint
CREATE UNIQUE INDEX "declarations_version" ON "declarations" USING btree ("application_id","task","version");
--> statement-breakpoint
CREATE INDEX "declarations_made_by" ON "declarations" USING btree ("made_by");
--> statement-breakpoint
CREATE INDEX "due_diligence_documents_application" ON "due_diligence_documents" USING btree ("application_id");
--> statement-breakpoint
CREATE INDEX "due_diligence_documents_staff" ON "due_diligence_documents" USING btree ("added_by_staff") WHERE added_by_staff is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "due_diligence_tasks_application" ON "due_diligence_tasks" USING btree ("application_id","task");
--> statement-breakpoint
CREATE INDEX "due_diligence_tasks_decided_by" ON "due_diligence_tasks" USING btree ("decided_by") WHERE decided_by is not null;
--> statement-breakpoint
CREATE INDEX "due_diligence_tasks_to_remind" ON "due_diligence_tasks" USING btree ("asked_at") WHERE asked_at is not null and state <> 'handed-in';
--> statement-breakpoint
CREATE INDEX "due_diligence_tasks_to_renew" ON "due_diligence_tasks" USING btree ("renew_from") WHERE state = 'accepted' and renewal_mailed_at is null;
--> statement-breakpoint
CREATE INDEX "verifications_application" ON "verifications" USING btree ("application_id","at");
--> statement-breakpoint
CREATE INDEX "verifications_by" ON "verifications" USING btree ("by_id");
--> statement-breakpoint
CREATE INDEX "country_confirmations_by" ON "country_confirmations" USING btree ("by_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "risk_models_state" ON "risk_models" USING btree ("state") WHERE state in ('proposed', 'in-force');
--> statement-breakpoint
CREATE UNIQUE INDEX "risk_ratings_current" ON "risk_ratings" USING btree ("application_id") WHERE superseded_at is null;
--> statement-breakpoint
CREATE INDEX "risk_ratings_application" ON "risk_ratings" USING btree ("application_id","rated_at");
--> statement-breakpoint
CREATE INDEX "risk_ratings_to_refresh" ON "risk_ratings" USING btree ("refresh_on") WHERE superseded_at is null and refresh_asked_at is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "passkeys_credential" ON "passkeys" USING btree ("credential_id");
--> statement-breakpoint
CREATE INDEX "passkeys_user" ON "passkeys" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "used_challenges_expires_at" ON "used_challenges" USING btree ("expires_at");
--> statement-breakpoint
CREATE UNIQUE INDEX "letter_runs_open" ON "letter_runs" USING btree ((ended_at is null)) WHERE ended_at is null and not is_automatic;
--> statement-breakpoint
CREATE INDEX "letter_runs_created" ON "letter_runs" USING btree ("created_at");
--> statement-breakpoint
CREATE INDEX "letter_runs_actor" ON "letter_runs" USING btree ("actor_id");
--> statement-breakpoint
-- The application role deletes none of these rows, except through this, at the end of a retention period.
CREATE FUNCTION "erase_retained_records"("erased" uuid, "today" date) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM retention_holds WHERE application_id = erased AND lifted_at IS NULL AND until >= today) THEN
    RAISE EXCEPTION 'The records of application % are on hold.', erased;
  END IF;
  DELETE FROM approvals WHERE application_id = erased;
  DELETE FROM hits WHERE application_id = erased;
  DELETE FROM risk_ratings WHERE application_id = erased;
  DELETE FROM declarations WHERE application_id = erased;
  DELETE FROM verifications WHERE application_id = erased;
  DELETE FROM retention_holds WHERE application_id = erased;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION "erase_retained_records"(uuid, date) FROM PUBLIC;
--> statement-breakpoint
-- What two people decided, one cannot undo (docs/decisions/0157).
CREATE FUNCTION "keep_confirmed_match"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM approvals WHERE object = OLD.id AND kind = 'match-lifted' AND decision = 'granted'
    AND asked_at >= OLD.decided_at) THEN
    RAISE EXCEPTION 'The confirmed match % ends only once two people have lifted it.', OLD.id
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "keep_confirmed_match" BEFORE UPDATE ON "hits" FOR EACH ROW
  WHEN (OLD.state = 'match' AND NEW.state <> 'match') EXECUTE FUNCTION "keep_confirmed_match"();
--> statement-breakpoint
-- What lists show of an application.
DROP VIEW summarised_applications;
--> statement-breakpoint
CREATE VIEW summarised_applications AS
SELECT application.id AS application_id, application.user_id, application.wealth_manager_id, application.status,
  application.current_step, application.created_at, application.submitted_at, application.onboarded_at,
  application.cancelled_at,
  CASE application.status WHEN 'onboarded' THEN greatest(coalesce(application.onboarded_at, application.created_at),
    application.reviewed_at, application.review_counted_from) END AS review_base_at,
  contact.full_name,
  left(fold_text(contact.full_name), 300) COLLATE "C" AS name_key,
  contact.email_address, contact.mobile_number,
  net_worth_of(application.answers) AS net_worth,
  ' ' || left(fold_text(concat_ws(' ', contact.full_name, contact.email_address, contact.mobile_number)), 600)
    COLLATE "C" AS search_text,
  -- What a client began alone and has not sent waits for no one.
  (SELECT CASE round.state WHEN 'asked' THEN 'client' ELSE 'staff' END FROM correction_rounds round
    WHERE round.application_id = application.id
      AND (round.state = 'answered' OR round.state = 'asked' AND round.opened_by IS NULL)) AS waiting_on,
  (SELECT round.answered_at FROM correction_rounds round
    WHERE round.application_id = application.id AND round.state = 'answered') AS answered_at,
  application.status NOT IN ('rejected', 'cancelled') AND NOT EXISTS (SELECT FROM users manager
    WHERE manager.id = application.wealth_manager_id AND manager.role = 'wealth_manager'
      AND manager.deactivated_at IS NULL) AS unassigned,
  (SELECT given.expires_at FROM temporary_passwords given WHERE given.user_id = client.id AND given.kind = 'given'
    AND given.used_at IS NULL AND client.invited) AS invited_until,
  application.status_changed_at,
  date_of(application.updated_at) AS last_active_on
FROM applications application
JOIN users client ON client.id = application.user_id
CROSS JOIN LATERAL (SELECT application.answers ->> 'fullName' AS full_name,
  coalesce(application.answers ->> 'emailAddress', client.username) AS email_address,
  application.answers ->> 'mobileNumber' AS mobile_number) contact;
--> statement-breakpoint
DROP TRIGGER application_summaries_complete ON application_summaries;
--> statement-breakpoint
DROP TRIGGER applications_summarise ON applications;
--> statement-breakpoint
DROP TRIGGER applications_summarise_owner ON applications;
--> statement-breakpoint
DROP TRIGGER correction_rounds_summarise ON correction_rounds;
--> statement-breakpoint
DROP TRIGGER temporary_passwords_summarise ON temporary_passwords;
--> statement-breakpoint
DROP TRIGGER users_summarise_clients ON users;
--> statement-breakpoint
DROP TRIGGER users_summarise_invited ON users;
--> statement-breakpoint
DROP FUNCTION complete_summary(), summarise_application(), summarise_clients_of_manager(), summarise_invitation(uuid),
  summarise_invited(), summarise_owner(), summarise_temporary_password(), summarise_waiting(), invitation_of(uuid),
  is_unassigned(uuid, text), sum_of_amounts(jsonb);
--> statement-breakpoint
-- Writes what lists show of these applications. They are locked first: the next statement then reads what was committed
-- while this one waited.
CREATE FUNCTION summarise(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM application_summaries WHERE application_id = ANY(ids) ORDER BY application_id FOR UPDATE;
  INSERT INTO application_summaries (application_id, user_id, wealth_manager_id, status, current_step, created_at, submitted_at, onboarded_at, cancelled_at,
    review_base_at, full_name, name_key, email_address, mobile_number, net_worth, search_text, waiting_on,
    answered_at, unassigned, invited_until, status_changed_at, last_active_on)
  SELECT * FROM summarised_applications WHERE application_id = ANY(ids)
  ON CONFLICT (application_id) DO UPDATE SET (user_id, wealth_manager_id, status, current_step, created_at, submitted_at, onboarded_at, cancelled_at,
    review_base_at, full_name, name_key, email_address, mobile_number, net_worth, search_text, waiting_on,
    answered_at, unassigned, invited_until, status_changed_at, last_active_on)
    = (excluded.user_id, excluded.wealth_manager_id, excluded.status, excluded.current_step, excluded.created_at,
    excluded.submitted_at, excluded.onboarded_at, excluded.cancelled_at, excluded.review_base_at,
    excluded.full_name, excluded.name_key, excluded.email_address, excluded.mobile_number, excluded.net_worth,
    excluded.search_text, excluded.waiting_on, excluded.answered_at, excluded.unassigned,
    excluded.invited_until, excluded.status_changed_at, excluded.last_active_on);
END $$;
--> statement-breakpoint
CREATE FUNCTION summarise_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  CASE TG_TABLE_NAME
  WHEN 'applications' THEN
    -- Most saves change nothing that lists show.
    IF TG_OP = 'INSERT' OR (OLD.wealth_manager_id, OLD.status, OLD.current_step, OLD.created_at, OLD.submitted_at,
      OLD.onboarded_at, OLD.cancelled_at, OLD.reviewed_at, OLD.review_counted_from, OLD.status_changed_at,
      date_of(OLD.updated_at), OLD.answers->'fullName', OLD.answers->'emailAddress', OLD.answers->'mobileNumber',
      OLD.answers->'assets', OLD.answers->'liabilities')
      IS DISTINCT FROM (NEW.wealth_manager_id, NEW.status, NEW.current_step, NEW.created_at, NEW.submitted_at,
      NEW.onboarded_at, NEW.cancelled_at, NEW.reviewed_at, NEW.review_counted_from, NEW.status_changed_at,
      date_of(NEW.updated_at), NEW.answers->'fullName', NEW.answers->'emailAddress', NEW.answers->'mobileNumber',
      NEW.answers->'assets', NEW.answers->'liabilities')
    THEN PERFORM summarise(ARRAY[NEW.id]);
    END IF;
  WHEN 'correction_rounds' THEN PERFORM summarise(ARRAY[NEW.application_id]);
  WHEN 'temporary_passwords' THEN
    PERFORM summarise(ARRAY(SELECT id FROM applications WHERE user_id = coalesce(NEW.user_id, OLD.user_id)));
  ELSE
    PERFORM summarise(ARRAY(SELECT id FROM applications WHERE user_id = NEW.id OR wealth_manager_id = NEW.id));
  END CASE;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER applications_summarise AFTER INSERT OR UPDATE ON applications
  FOR EACH ROW EXECUTE FUNCTION summarise_changed();
--> statement-breakpoint
CREATE TRIGGER correction_rounds_summarise AFTER INSERT OR UPDATE OF state ON correction_rounds
  FOR EACH ROW EXECUTE FUNCTION summarise_changed();
--> statement-breakpoint
CREATE TRIGGER temporary_passwords_summarise AFTER INSERT OR DELETE OR UPDATE ON temporary_passwords
  FOR EACH ROW EXECUTE FUNCTION summarise_changed();
--> statement-breakpoint
CREATE TRIGGER users_summarise AFTER UPDATE ON users
  FOR EACH ROW WHEN ((OLD.username, OLD.role, OLD.deactivated_at, OLD.invited)
    IS DISTINCT FROM (NEW.username, NEW.role, NEW.deactivated_at, NEW.invited))
  EXECUTE FUNCTION summarise_changed();
--> statement-breakpoint
-- What changes for applications of 1.0.0: rounds that a client began alone.
UPDATE application_summaries summary SET waiting_on = null
FROM correction_rounds round
WHERE round.application_id = summary.application_id AND round.state = 'asked' AND round.opened_by IS NOT NULL
  AND summary.waiting_on = 'client';
