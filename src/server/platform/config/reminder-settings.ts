import { z } from 'zod'

/** The variables of automatic reminders. */
export const reminderVariables = z.object({
  DRAFT_REMINDER_DAYS: z.coerce
    .number({ error: 'use a number of days from 0 to 90' })
    .int()
    .min(0, 'use a number of days from 0 to 90')
    .max(90, 'use a number of days from 0 to 90')
    .default(0)
    .meta({
      description:
        'after how many days without a change clients are [reminded of a draft](run.md#draft-reminders), at most three times; 0 for never',
    }),
})
