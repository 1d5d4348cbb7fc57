CREATE TABLE "risk_models" (
	"version" integer PRIMARY KEY NOT NULL,
	"content" jsonb NOT NULL,
	"state" text NOT NULL,
	"proposed_by" uuid NOT NULL,
	"proposed_at" timestamp (3) with time zone NOT NULL,
	"approved_by" uuid,
	"in_force_at" timestamp (3) with time zone,
	CONSTRAINT "risk_models_second_person" CHECK ("risk_models"."approved_by" <> "risk_models"."proposed_by")
);
--> statement-breakpoint
CREATE TABLE "risk_ratings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"model_version" integer NOT NULL,
	"points" smallint NOT NULL,
	"level" text NOT NULL,
	"factors" text NOT NULL,
	"approval" text,
	"asks_wealth" boolean NOT NULL,
	"rated_by" uuid NOT NULL,
	"rated_at" timestamp (3) with time zone NOT NULL,
	"superseded_at" timestamp (3) with time zone,
	"refresh_on" date NOT NULL,
	"refresh_asked_at" timestamp (3) with time zone,
	"outdated" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "risk_models" ADD CONSTRAINT "risk_models_proposed_by_users_id_fk" FOREIGN KEY ("proposed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "risk_models" ADD CONSTRAINT "risk_models_approved_by_users_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "risk_ratings" ADD CONSTRAINT "risk_ratings_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "risk_ratings" ADD CONSTRAINT "risk_ratings_rated_by_users_id_fk" FOREIGN KEY ("rated_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "risk_models_state" ON "risk_models" USING btree ("state") WHERE state in ('proposed', 'in-force');--> statement-breakpoint
CREATE UNIQUE INDEX "risk_ratings_current" ON "risk_ratings" USING btree ("application_id") WHERE superseded_at is null;--> statement-breakpoint
CREATE INDEX "risk_ratings_application" ON "risk_ratings" USING btree ("application_id","rated_at");--> statement-breakpoint
CREATE INDEX "risk_ratings_to_refresh" ON "risk_ratings" USING btree ("refresh_on") WHERE superseded_at is null and refresh_asked_at is null;