import { z } from 'zod'

// After an upgrade the parent is of an older release than its workers (docs/decisions/0141): fields are only added.

/** Messages from the parent to a worker. */
export const orderSchema = z.union([
  /** Finish open connections and exit: a new worker has taken over. */
  z.object({ order: z.literal('drain') }),
  /** Why a worker should get no requests. */
  z.object({ order: z.literal('readiness'), notReady: z.array(z.string()) }),
  /** The metrics of all workers, as requested; null if one did not answer. */
  z.object({ order: z.literal('metrics'), id: z.string(), text: z.string().nullable() }),
])

/** Messages from a worker to the parent. */
export const reportSchema = z.union([
  z.object({ report: z.literal('serving'), welcome: z.string() }),
  z.object({ report: z.literal('readiness'), notReady: z.array(z.string()) }),
  z.object({ report: z.literal('metrics'), id: z.string() }),
])

export type Order = z.infer<typeof orderSchema>
export type Report = z.infer<typeof reportSchema>
