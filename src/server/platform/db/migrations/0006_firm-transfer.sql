-- An import by an operator has no user. The release before this one shows such a version without a name.
-- squawk-ignore ban-drop-not-null
ALTER TABLE "firm_settings" ALTER COLUMN "changed_by" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "firm_state" ADD COLUMN "environment" jsonb;