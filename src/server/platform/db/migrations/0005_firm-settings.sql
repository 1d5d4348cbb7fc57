CREATE TABLE "firm_files" (
	"sha256" text PRIMARY KEY NOT NULL,
	"content" "bytea" NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "firm_settings" (
	"section" text NOT NULL,
	"version" integer NOT NULL,
	"values" jsonb NOT NULL,
	"changed" text[] NOT NULL,
	"changed_by" uuid NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "firm_settings_section_version_pk" PRIMARY KEY("section","version")
);
--> statement-breakpoint
CREATE TABLE "firm_state" (
	"is_all" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"revision" uuid NOT NULL,
	"setup_completed_at" timestamp (3) with time zone
);
