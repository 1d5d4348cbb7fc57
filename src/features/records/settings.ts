import { z } from 'zod'
import { DAY_MS } from '#base/rules/time/calendar-days.ts'

const days = z.coerce.number({ error: 'use a number of days, 1 or more' }).min(1)

/** The variables of retention periods. */
export const retentionVariables = z.object({
  KEEP_REMOVED_FILES_DAYS: days.default(7).meta({
    description:
      'how long files stay in the store after their last use: as long as the database may be [restored](emergencies.md#back-in-time) to',
  }),
})

/** Retention of data that is not needed any more. */
export interface RetentionSettings {
  /** Files without references, in milliseconds. */
  removedFilesRetentionMs: number
}

/** The settings from the variables. */
export function toRetentionSettings(variables: z.infer<typeof retentionVariables>): RetentionSettings {
  return {
    removedFilesRetentionMs: variables.KEEP_REMOVED_FILES_DAYS * DAY_MS,
  }
}

declare module '#base/server/config/settings.ts' {
  interface Settings extends RetentionSettings {}
}
