-- No release has read this table.
-- squawk-ignore ban-drop-not-null
ALTER TABLE "risk_models" ALTER COLUMN "proposed_by" DROP NOT NULL;
