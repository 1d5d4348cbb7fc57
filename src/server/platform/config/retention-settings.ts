import { z } from 'zod'

const DAY_MS = 24 * 3_600_000
const days = z.coerce.number({ error: 'use a number of days, 1 or more' }).min(1)

/** The variables that say for how long what is needed no more is kept. */
export const retentionVariables = z.object({
  KEEP_REMOVED_FILES_DAYS: days.default(7),
  BACKUP_KEEP_DAILY: days.int().default(7),
  BACKUP_KEEP_WEEKLY: z.coerce.number({ error: 'use a number of weeks' }).int().min(0).default(5),
})

/** For how long what is needed no more is kept. */
export interface RetentionSettings {
  /** A stored file that nothing refers to any more, in milliseconds. */
  removedFilesRetentionMs: number
  /** How many of the backups in a folder of generations. */
  backupRetention: { daily: number; weekly: number }
}

/** What the variables mean. */
export function toRetentionSettings(variables: z.infer<typeof retentionVariables>): RetentionSettings {
  return {
    removedFilesRetentionMs: variables.KEEP_REMOVED_FILES_DAYS * DAY_MS,
    backupRetention: { daily: variables.BACKUP_KEEP_DAILY, weekly: variables.BACKUP_KEEP_WEEKLY },
  }
}
