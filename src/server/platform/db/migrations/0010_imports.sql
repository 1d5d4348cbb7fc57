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
	"per_batch" smallint NOT NULL,
	"batches_per_day" smallint NOT NULL,
	"first_hour" smallint NOT NULL,
	"next_at" timestamp (3) with time zone NOT NULL,
	"batch_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_existing_id_applications_id_fk" FOREIGN KEY ("existing_id") REFERENCES "public"."applications"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imported_applications" ADD CONSTRAINT "imported_applications_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imported_applications" ADD CONSTRAINT "imported_applications_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitation_plans" ADD CONSTRAINT "invitation_plans_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitation_plans" ADD CONSTRAINT "invitation_plans_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitation_plans" ADD CONSTRAINT "invitation_plans_manager_id_users_id_fk" FOREIGN KEY ("manager_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "import_rows_open" ON "import_rows" USING btree ("import_id","faults","row") WHERE outcome is null;--> statement-breakpoint
CREATE INDEX "import_rows_verdict" ON "import_rows" USING btree ("import_id","verdict","row");--> statement-breakpoint
CREATE INDEX "import_rows_existing" ON "import_rows" USING btree ("existing_id");--> statement-breakpoint
CREATE INDEX "import_rows_user" ON "import_rows" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "imported_applications_reference" ON "imported_applications" USING btree ("external_reference") WHERE external_reference is not null;--> statement-breakpoint
CREATE INDEX "imported_applications_import" ON "imported_applications" USING btree ("import_id");--> statement-breakpoint
CREATE INDEX "imports_created" ON "imports" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "imports_open" ON "imports" USING btree ("created_at") WHERE state in ('running', 'undoing');