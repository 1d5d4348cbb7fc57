CREATE TABLE "country_confirmations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"compared_on" date NOT NULL,
	"by_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "verifications" ADD COLUMN "details" text;--> statement-breakpoint
ALTER TABLE "country_confirmations" ADD CONSTRAINT "country_confirmations_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "country_confirmations_by" ON "country_confirmations" USING btree ("by_id");