import type { AuditAction } from './events.ts'

/** Parts of a timeline: decisions and actions, or routine events. */
export const timelineParts = ['main', 'routine'] as const
export type TimelinePart = (typeof timelineParts)[number]

/** Frequent events that decide nothing: reads, uploads, saves. */
export const routineEvents = [
  'application.read',
  'application.saved',
  'application.draft-saved',
  'application.confirmed',
  'pack.saved',
  'pack.paper-added',
  'document.fetched-ahead',
  'document.read',
  'document.registered',
  'document.removed',
  'document.phone-link-made',
  'document.phone-link-opened',
  'document.restored',
  'document.superseded',
  'document.time-stamped',
  'document.verified',
] as const satisfies AuditAction[]
