CREATE TABLE "data_migrations" (
	"name" text PRIMARY KEY NOT NULL,
	"position" uuid,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "file_id" text;--> statement-breakpoint
-- As domain/input/fold-text.ts: no capitals, accents, apostrophes or hyphens, and plain letters for those that Unicode does not
-- decompose. Capitals stand beside small letters, since lower() knows none but ASCII under some locales.
CREATE OR REPLACE FUNCTION fold_text(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN CASE WHEN octet_length(value) = length(value) THEN translate(lower(value), '-''`', '')
    ELSE replace(replace(replace(replace(translate(
      lower(regexp_replace(normalize(value, NFD), '[\u0300-\u036f]', '', 'g')),
      U&'\0142\0141\00F8\00D8\0111\0110\00F0\00D0\0127\0126\0131\0167\0166\014B\014A\0253\0181\0257\018A\00C6\0152\1E9E\00DE-''`\2019\2018\02BC\02BB\00B4\2010\2011\2012\2013\2014\2015\2212',
      U&'llooddddhhittnnbbdd\00E6\0153\00DF\00FE'),
      U&'\00E6', 'ae'), U&'\0153', 'oe'), U&'\00DF', 'ss'), U&'\00FE', 'th') END;--> statement-breakpoint
UPDATE application_summaries SET name_key = left(fold_text(full_name), 300),
  search_text = ' ' || left(fold_text(concat_ws(' ', full_name, email_address, mobile_number)), 600)
WHERE search_text <> ' ' || left(fold_text(concat_ws(' ', full_name, email_address, mobile_number)), 600);--> statement-breakpoint
UPDATE users SET full_name = full_name
WHERE search_text <> ' ' || left(fold_text(coalesce(full_name || ' ', '') || username), 600);
