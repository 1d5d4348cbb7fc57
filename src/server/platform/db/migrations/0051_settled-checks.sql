CREATE TABLE "check_settlements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"path" text NOT NULL,
	"check_name" text NOT NULL,
	"decision" text NOT NULL,
	"content" text NOT NULL,
	"actor_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "check_settlements" ADD CONSTRAINT "check_settlements_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_settlements" ADD CONSTRAINT "check_settlements_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "check_settlements_application" ON "check_settlements" USING btree ("application_id","number");--> statement-breakpoint
CREATE INDEX "check_settlements_actor" ON "check_settlements" USING btree ("actor_id");