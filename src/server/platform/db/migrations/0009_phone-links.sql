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
CREATE TABLE "stopped_reminders" (
	"application_id" uuid PRIMARY KEY NOT NULL,
	"stopped_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "correction_rounds" ADD COLUMN "opened_by" text;--> statement-breakpoint
ALTER TABLE "phone_links" ADD CONSTRAINT "phone_links_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "phone_links" ADD CONSTRAINT "phone_links_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stopped_reminders" ADD CONSTRAINT "stopped_reminders_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;