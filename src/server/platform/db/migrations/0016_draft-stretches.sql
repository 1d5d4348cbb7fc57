CREATE TABLE "draft_stretches" (
	"application_id" uuid NOT NULL,
	"ip" text NOT NULL,
	"actor_id" uuid NOT NULL,
	"actor_role" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"saves" integer NOT NULL,
	"fields" text[] NOT NULL,
	"current_step" text,
	"version" integer NOT NULL,
	CONSTRAINT "draft_stretches_of" UNIQUE("application_id","ip")
);
