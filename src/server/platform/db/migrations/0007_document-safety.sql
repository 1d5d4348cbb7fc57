ALTER TABLE "documents" ADD COLUMN "download_only" text;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "virus_scan" text DEFAULT 'not-scanned' NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "scan_attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "next_scan_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "documents_to_scan" ON "documents" USING btree ("next_scan_at") WHERE virus_scan = 'waiting';