import { z } from 'zod'

/** A server's own figures, as the library that keeps them writes them down. */
const figuresSchema = z.array(z.custom<object>((value) => typeof value === 'object' && value !== null))

/** What the parent of all servers of a machine tells one of them. */
export const orderSchema = z.discriminatedUnion('order', [
  /** Begin: in this place, with this database where it is the parent's own. */
  z.object({
    order: z.literal('begin'),
    place: z.number(),
    database: z.object({ url: z.string(), ownerUrl: z.string() }).nullable(),
  }),
  /** Do what is done once for all servers of a machine. */
  z.object({ order: z.literal('take jobs') }),
  /** Another has your place: finish what you have, and go. */
  z.object({ order: z.literal('hand over') }),
  /** Say what you measure of yourself. */
  z.object({ order: z.literal('measure'), question: z.string() }),
  /** What all of them measured, as you asked. */
  z.object({ order: z.literal('hear'), question: z.string(), measured: z.array(figuresSchema) }),
  /** Why one of you should get no requests, and how many were ended since they no longer answered. */
  z.object({ order: z.literal('know'), notReady: z.array(z.string()), hung: z.number() }),
  /** Say that you are there. */
  z.object({ order: z.literal('answer') }),
])

/** What a server tells the parent of all. */
export const reportSchema = z.discriminatedUnion('report', [
  z.object({ report: z.literal('arrived') }),
  z.object({ report: z.literal('serving'), welcome: z.string() }),
  z.object({ report: z.literal('readiness'), reasons: z.array(z.string()) }),
  /** I am there. */
  z.object({ report: z.literal('there') }),
  /** What do all of us measure? */
  z.object({ report: z.literal('question'), question: z.string() }),
  z.object({ report: z.literal('measured'), question: z.string(), measured: figuresSchema }),
])

export type Figures = z.infer<typeof figuresSchema>
export type Order = z.infer<typeof orderSchema>
export type Report = z.infer<typeof reportSchema>
