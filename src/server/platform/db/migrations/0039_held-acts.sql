CREATE TABLE "held_acts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"actor_id" uuid NOT NULL,
	"application_id" uuid NOT NULL,
	"act" jsonb NOT NULL,
	"mail_ids" uuid[] NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"taken_back_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "held_acts" ADD CONSTRAINT "held_acts_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "held_acts" ADD CONSTRAINT "held_acts_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "held_acts_application" ON "held_acts" USING btree ("application_id","actor_id","until");