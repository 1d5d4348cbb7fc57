CREATE TABLE "hits" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subject_id" uuid NOT NULL,
	"application_id" uuid NOT NULL,
	"source" text NOT NULL,
	"uid" text NOT NULL,
	"entry_id" uuid NOT NULL,
	"score" real NOT NULL,
	"strong" boolean NOT NULL,
	"features" text NOT NULL,
	"state" text NOT NULL,
	"found_at" timestamp (3) with time zone NOT NULL,
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
	"bytes" integer NOT NULL,
	"entries" integer NOT NULL,
	"names" integer NOT NULL,
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
	"hits" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "list_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"uid" text NOT NULL,
	"fingerprint" text NOT NULL,
	"content_hash" text NOT NULL,
	"person" boolean NOT NULL,
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
	"folded" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "screening_subjects" (
	"id" uuid PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"role" text NOT NULL,
	"facts" text NOT NULL,
	"fingerprint" text NOT NULL,
	"document_hashes" text[] NOT NULL,
	"unreadable" boolean NOT NULL,
	"screened_at" timestamp (3) with time zone,
	"basis" text
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
	"folded" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "hits" ADD CONSTRAINT "hits_subject_id_screening_subjects_id_fk" FOREIGN KEY ("subject_id") REFERENCES "public"."screening_subjects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hits" ADD CONSTRAINT "hits_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hits" ADD CONSTRAINT "hits_entry_id_list_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."list_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hits" ADD CONSTRAINT "hits_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hits" ADD CONSTRAINT "hits_second_by_users_id_fk" FOREIGN KEY ("second_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "list_editions" ADD CONSTRAINT "list_editions_loaded_by_users_id_fk" FOREIGN KEY ("loaded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "list_editions" ADD CONSTRAINT "list_editions_in_force_by_users_id_fk" FOREIGN KEY ("in_force_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "list_entries" ADD CONSTRAINT "list_entries_from_edition_list_editions_id_fk" FOREIGN KEY ("from_edition") REFERENCES "public"."list_editions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "list_names" ADD CONSTRAINT "list_names_entry_id_list_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."list_entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "screening_subjects" ADD CONSTRAINT "screening_subjects_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "screenings" ADD CONSTRAINT "screenings_subject_id_screening_subjects_id_fk" FOREIGN KEY ("subject_id") REFERENCES "public"."screening_subjects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "screenings" ADD CONSTRAINT "screenings_asked_by_users_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subject_names" ADD CONSTRAINT "subject_names_subject_id_screening_subjects_id_fk" FOREIGN KEY ("subject_id") REFERENCES "public"."screening_subjects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "hits_pair" ON "hits" USING btree ("subject_id","source","uid");--> statement-breakpoint
CREATE INDEX "hits_application" ON "hits" USING btree ("application_id");--> statement-breakpoint
CREATE INDEX "hits_entry" ON "hits" USING btree ("source","uid");--> statement-breakpoint
CREATE INDEX "hits_undecided" ON "hits" USING btree ("found_at","id") WHERE state in ('open', 'waiting');--> statement-breakpoint
CREATE UNIQUE INDEX "list_editions_in_force" ON "list_editions" USING btree ("source") WHERE in_force_at is not null and superseded_at is null;--> statement-breakpoint
CREATE INDEX "list_entries_edition" ON "list_entries" USING btree ("from_edition","id");--> statement-breakpoint
CREATE INDEX "list_entries_uid" ON "list_entries" USING btree ("source","uid");--> statement-breakpoint
CREATE INDEX "list_entries_documents" ON "list_entries" USING gin ("documents");--> statement-breakpoint
CREATE INDEX "list_names_entry" ON "list_names" USING btree ("entry_id");--> statement-breakpoint
CREATE INDEX "list_names_folded" ON "list_names" USING gin ("folded" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "screening_subjects_role" ON "screening_subjects" USING btree ("application_id","role");--> statement-breakpoint
CREATE INDEX "screening_subjects_documents" ON "screening_subjects" USING gin ("document_hashes");--> statement-breakpoint
CREATE INDEX "screenings_subject" ON "screenings" USING btree ("subject_id","at");--> statement-breakpoint
CREATE INDEX "subject_names_subject" ON "subject_names" USING btree ("subject_id");--> statement-breakpoint
CREATE INDEX "subject_names_folded" ON "subject_names" USING gin ("folded" gin_trgm_ops);