ALTER TABLE "documents" ADD COLUMN "sealable" boolean;--> statement-breakpoint
ALTER TABLE "document_signatures" ADD COLUMN "displayed_at" timestamp (3) with time zone;