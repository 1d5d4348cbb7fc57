import type { Approval } from '#features/approvals/api.ts'
import { paths } from '#base/client/paths.ts'

/** What is decided in Compliance: possible matches and sign-offs by their id, clients by that of their application. */
export const itemKinds = ['match', 'sign-off', 'rate', 'renew', 'documents', 'before'] as const
export type ItemKind = (typeof itemKinds)[number]

/** The name of an item in the address of Compliance. */
export function itemName(kind: ItemKind, id: string): string {
  return `${kind}.${id}`
}

/** The address at which something is decided. */
export function itemAddress(kind: ItemKind, id: string): string {
  return `${paths.compliance}?item=${itemName(kind, id)}`
}

/** Where a request is decided; one about a match beside the match. */
export function approvalAddress({ id, hitId }: Pick<Approval, 'id' | 'hitId'>): string {
  return hitId === null ? itemAddress('sign-off', id) : itemAddress('match', hitId)
}
