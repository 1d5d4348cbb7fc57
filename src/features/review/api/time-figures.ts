import { z } from 'zod'
import { endpoints } from '#features/access/api/endpoint.ts'

const count = z.number().int().min(0)

/** Durations in days: median and 90th percentile. */
const spread = z.object({ count, median: z.number().nullable(), ninetieth: z.number().nullable() })

export type Spread = z.infer<typeof spread>

/** Measured durations, each counted at its end. */
const durations = {
  /** Invitation or registration to submission, in calendar days. */
  submitted: spread,
  /** Submission to latest decision, in business days, as promised to clients. */
  decided: spread,
  /** Invitation to onboarding, in calendar days. */
  onboarded: spread,
}

export type DurationName = keyof typeof durations

/** How long onboarding takes, and where clients are now. */
const timeFigures = z.object({
  /** First day (yyyy-MM-dd, South Africa) of the period. */
  since: z.iso.date(),
  /** Over the whole period. */
  all: z.object(durations),
  /** The latest twelve months (yyyy-MM), newest first. */
  months: z.array(z.object({ month: z.string(), ...durations })),
  /** By the client's current manager; null for none. Empty in a manager's own figures. */
  managers: z.array(z.object({ id: z.uuid().nullable(), name: z.string().nullable(), ...durations })),
  /** Drafts by current step, in step order; null for others. */
  drafts: z.array(
    z.object({
      step: z.string().nullable(),
      /** Their number, and days since their latest change. */
      quiet: spread,
    }),
  ),
})

export type TimeFigures = z.infer<typeof timeFigures>

/** Duration statistics. */
export const timeFigureEndpoints = endpoints({
  'GET /api/admin/time-figures': {
    summary:
      'Get turnaround times from invitation to submission, decision and onboarding, by month and manager, and where drafts stall and for how long',
    tag: 'Review',
    access: 'applications.list',
    answer: timeFigures,
  },
  'GET /api/wealth-manager/time-figures': {
    summary:
      'Get turnaround times of your own clients by month, and where their drafts stall and for how long',
    tag: 'Review',
    access: 'own-clients.list',
    answer: timeFigures,
  },
})

type TimeFigureEndpoints = typeof timeFigureEndpoints
declare module '#base/rules/api/contract.ts' {
  interface Contract extends TimeFigureEndpoints {}
}
