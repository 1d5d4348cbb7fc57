CREATE TABLE "approvals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"object" uuid NOT NULL,
	"application_id" uuid NOT NULL,
	"asked_by" uuid NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"asked_words" text,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone,
	"decision" text,
	"words" text,
	"lapses_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "approvals_second_person" CHECK ("approvals"."decided_by" <> "approvals"."asked_by")
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
	"renewal_mailed_at" timestamp (3) with time zone
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
	"note" text
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "senior_manager_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_asked_by_users_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "declarations" ADD CONSTRAINT "declarations_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "declarations" ADD CONSTRAINT "declarations_made_by_users_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "due_diligence_documents" ADD CONSTRAINT "due_diligence_documents_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "due_diligence_documents" ADD CONSTRAINT "due_diligence_documents_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "due_diligence_documents" ADD CONSTRAINT "due_diligence_documents_added_by_staff_users_id_fk" FOREIGN KEY ("added_by_staff") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "due_diligence_tasks" ADD CONSTRAINT "due_diligence_tasks_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "due_diligence_tasks" ADD CONSTRAINT "due_diligence_tasks_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verifications" ADD CONSTRAINT "verifications_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verifications" ADD CONSTRAINT "verifications_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "approvals_open" ON "approvals" USING btree ("kind","object") WHERE decision is null;--> statement-breakpoint
CREATE INDEX "approvals_application" ON "approvals" USING btree ("application_id","asked_at");--> statement-breakpoint
CREATE INDEX "approvals_waiting" ON "approvals" USING btree ("asked_at","id") WHERE decision is null;--> statement-breakpoint
CREATE UNIQUE INDEX "declarations_version" ON "declarations" USING btree ("application_id","task","version");--> statement-breakpoint
CREATE INDEX "due_diligence_documents_application" ON "due_diligence_documents" USING btree ("application_id");--> statement-breakpoint
CREATE UNIQUE INDEX "due_diligence_tasks_application" ON "due_diligence_tasks" USING btree ("application_id","task");--> statement-breakpoint
CREATE INDEX "due_diligence_tasks_to_remind" ON "due_diligence_tasks" USING btree ("asked_at") WHERE asked_at is not null and state <> 'handed-in';--> statement-breakpoint
CREATE INDEX "due_diligence_tasks_to_renew" ON "due_diligence_tasks" USING btree ("renew_from") WHERE state = 'accepted' and renewal_mailed_at is null;--> statement-breakpoint
CREATE INDEX "verifications_application" ON "verifications" USING btree ("application_id","at");