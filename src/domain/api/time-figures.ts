import { z } from 'zod'
import { endpoints } from './endpoint.ts'

const count = z.number().int().min(0)

/** How long something took: half of them no longer than the median, nine in ten no longer than the ninetieth, in days. */
const spread = z.object({ count, median: z.number().nullable(), ninetieth: z.number().nullable() })

export type Spread = z.infer<typeof spread>

/** The stretches that are measured, each by when it ended. */
const durations = {
  /** From the invitation, or the registration, to the submission: days of the calendar. */
  submitted: spread,
  /** From the submission to the latest decision: business days, as the answer is promised. */
  decided: spread,
  /** From the invitation to being on-boarded, all of it: days of the calendar. */
  onboarded: spread,
}

export type DurationName = keyof typeof durations

/** How long the way of clients takes, and where it ends for now. */
const timeFigures = z.object({
  /** The first day (yyyy-MM-dd, South Africa) of the months that are looked at. */
  since: z.iso.date(),
  /** All of them together. */
  all: z.object(durations),
  /** The latest twelve months (yyyy-MM), the present one first. */
  months: z.array(z.object({ month: z.string(), ...durations })),
  /** By the manager whom the client has now; null for nobody. Empty for a manager's own. */
  managers: z.array(z.object({ id: z.uuid().nullable(), name: z.string().nullable(), ...durations })),
  /** Drafts by the step at which they stand, in the order of the steps; null for any other. */
  drafts: z.array(
    z.object({
      step: z.string().nullable(),
      /** How many there are, and how many days ago anything of them changed. */
      quiet: spread,
    }),
  ),
})

export type TimeFigures = z.infer<typeof timeFigures>

/** How long things take. */
export const timeFigureEndpoints = endpoints({
  'GET /api/admin/time-figures': {
    summary:
      'Show how long clients take from invitation to submission, decision and onboarding, by month and manager; and where drafts stand, and for how long',
    tag: 'Review',
    access: 'applications.list',
    answer: timeFigures,
  },
  'GET /api/wealth-manager/time-figures': {
    summary: 'Show how long your own clients take, by month; and where their drafts stand, and for how long',
    tag: 'Review',
    access: 'own-clients.list',
    answer: timeFigures,
  },
})
