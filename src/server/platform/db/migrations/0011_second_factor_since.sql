-- The one row that a sign-in locks tells whether it has to ask for the second factor (docs/decisions/0022).
ALTER TABLE "users" ADD COLUMN "second_factor_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "second_factors" DROP COLUMN "confirmed_at";