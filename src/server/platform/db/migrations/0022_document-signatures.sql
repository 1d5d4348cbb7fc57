CREATE TABLE "document_signatures" (
	"document_id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"signed_document_id" uuid NOT NULL,
	"signed_version" integer NOT NULL,
	"signed_sha256" text NOT NULL,
	"signed_bytes" integer NOT NULL,
	"wording" text NOT NULL,
	"by" text NOT NULL,
	"particulars" text NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"signed_at" timestamp (3) with time zone NOT NULL,
	"level" text NOT NULL,
	"certificate" text NOT NULL,
	"digest" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "seal_certificates" (
	"fingerprint" text PRIMARY KEY NOT NULL,
	"pem" text NOT NULL,
	"first_used_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "document_signatures" ADD CONSTRAINT "document_signatures_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_signatures" ADD CONSTRAINT "document_signatures_certificate_seal_certificates_fingerprint_fk" FOREIGN KEY ("certificate") REFERENCES "public"."seal_certificates"("fingerprint") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "document_signatures_digest" ON "document_signatures" USING btree ("digest");--> statement-breakpoint
CREATE INDEX "document_signatures_level" ON "document_signatures" USING btree ("signed_at") WHERE level = 'B-B';