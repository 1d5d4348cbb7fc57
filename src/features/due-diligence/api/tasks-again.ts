import { z } from 'zod'
import { proseText } from '#base/rules/input/text.ts'
import { correctionReasonNames } from '#features/applications/rules/round/reasons.ts'
import { MAX_TEXT_LENGTH } from '#features/approvals/rules/limits.ts'
import { taskNames } from '#features/due-diligence/rules/tasks.ts'

/** Tasks that are sent back with a request: `version` as for a verdict. */
export const tasksAgain = z
  .array(
    z.strictObject({
      task: z.enum(taskNames),
      version: z.number().int().min(1),
      reason: z.enum(correctionReasonNames),
      comment: proseText(MAX_TEXT_LENGTH).optional(),
    }),
  )
  .max(taskNames.length)

export type TaskAgain = z.infer<typeof tasksAgain>[number]
