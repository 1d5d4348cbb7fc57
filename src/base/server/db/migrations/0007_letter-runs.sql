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
ALTER TABLE "letter_run_rows" ADD CONSTRAINT "letter_run_rows_run_id_letter_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."letter_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "letter_runs" ADD CONSTRAINT "letter_runs_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "letter_runs_open" ON "letter_runs" USING btree ((ended_at is null)) WHERE ended_at is null and not is_automatic;--> statement-breakpoint
CREATE INDEX "letter_runs_created" ON "letter_runs" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "letter_runs_actor" ON "letter_runs" USING btree ("actor_id");