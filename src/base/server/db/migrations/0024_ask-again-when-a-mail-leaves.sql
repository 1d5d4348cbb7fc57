CREATE TABLE "withheld_mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"template" text NOT NULL,
	"subject" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "mail_outbox" ADD COLUMN "application_id" uuid;--> statement-breakpoint
ALTER TABLE "mail_outbox" ADD COLUMN "gate_level" text;--> statement-breakpoint
ALTER TABLE "withheld_mails" ADD CONSTRAINT "withheld_mails_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "withheld_mails_application" ON "withheld_mails" USING btree ("application_id","at");