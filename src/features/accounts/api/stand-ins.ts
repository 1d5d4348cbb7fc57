import { z } from 'zod'
import { endpoints } from '#features/access/api/endpoint.ts'

/** The longest absence, in days. */
export const MAX_STAND_IN_DAYS = 366

export const standIn = z.object({
  id: z.uuid(),
  managerId: z.uuid(),
  managerName: z.string(),
  standInId: z.uuid(),
  standInName: z.string(),
  /** The last day (yyyy-MM-dd, South Africa). */
  until: z.iso.date(),
})

export type StandIn = z.infer<typeof standIn>

const ownStandIns = z.object({
  /** The caller's stand-in; null for none. */
  standIn: standIn.nullable(),
  /** The managers whom the caller covers. */
  standingInFor: z.array(standIn),
  /** Who can be named. */
  colleagues: z.array(z.object({ id: z.uuid(), name: z.string() })),
})

const absences = z.array(
  z.object({
    id: z.uuid(),
    name: z.string(),
    /** The number of their clients. */
    clients: z.number().int(),
    /** Their stand-in; null for none. */
    standIn: standIn.nullable(),
  }),
)

export type Absence = z.infer<typeof absences>[number]

const naming = z.strictObject({ standInId: z.uuid(), until: z.iso.date() })

export type OwnStandIns = z.infer<typeof ownStandIns>

/** Calls of absences: a wealth manager, or an admin for one who is ill, names a colleague until a day. */
export const standInEndpoints = endpoints({
  'GET /api/account/stand-in': {
    summary: 'Get who stands in for you, for whom you stand in, and which colleagues could',
    tag: 'Account',
    access: 'stand-in.name',
    answer: ownStandIns,
  },
  'PUT /api/account/stand-in': {
    summary: 'Name a colleague who sees and acts for your clients until a day; replaces an earlier one',
    tag: 'Account',
    access: 'stand-in.name',
    repeated: 'same',
    body: naming,
    answer: ownStandIns,
  },
  'DELETE /api/account/stand-in': {
    summary: 'End your absence at once',
    tag: 'Account',
    access: 'stand-in.name',
    repeated: 'same',
    answer: 'nothing',
  },
  'GET /api/admin/absences': {
    summary: 'List the wealth managers by name, with how many clients they have and who stands in for them',
    tag: 'Users',
    access: 'stand-ins.see',
    answer: absences,
  },
  'PUT /api/admin/wealth-managers/{id}/stand-in': {
    summary: 'Name who stands in for a wealth manager until a day; replaces an earlier one',
    tag: 'Users',
    access: 'stand-ins.manage',
    repeated: 'same',
    params: z.strictObject({ id: z.uuid() }),
    body: naming,
    answer: absences,
  },
  'DELETE /api/admin/stand-ins/{id}': {
    summary: 'End an absence at once',
    tag: 'Users',
    access: 'stand-ins.manage',
    repeated: 'same',
    params: z.strictObject({ id: z.uuid() }),
    answer: 'nothing',
  },
})

type StandInEndpoints = typeof standInEndpoints
declare module '#base/rules/api/contract.ts' {
  interface Contract extends StandInEndpoints {}
}
