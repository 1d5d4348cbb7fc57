CREATE TABLE "bulk_act_rows" (
	"bulk_act_id" uuid NOT NULL,
	"application_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"outcome" text,
	"done_at" timestamp (3) with time zone,
	"manager_before" uuid,
	"faults" smallint DEFAULT 0 NOT NULL,
	CONSTRAINT "bulk_act_rows_bulk_act_id_application_id_pk" PRIMARY KEY("bulk_act_id","application_id")
);
--> statement-breakpoint
CREATE TABLE "bulk_acts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"actor_id" uuid NOT NULL,
	"ip" "inet",
	"act" jsonb NOT NULL,
	"total" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"begins_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"called_off_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "bulk_act_rows" ADD CONSTRAINT "bulk_act_rows_bulk_act_id_bulk_acts_id_fk" FOREIGN KEY ("bulk_act_id") REFERENCES "public"."bulk_acts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_acts" ADD CONSTRAINT "bulk_acts_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bulk_act_rows_open" ON "bulk_act_rows" USING btree ("bulk_act_id","faults","place") WHERE outcome is null;--> statement-breakpoint
CREATE INDEX "bulk_acts_open" ON "bulk_acts" USING btree ("begins_at") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "bulk_acts_actor" ON "bulk_acts" USING btree ("actor_id","created_at");