import { clientEvent, event } from '#features/audit/rules/event.ts'
import type { RoundState, Verdict } from './rounds.ts'

export const correctionsEvents = {
  'correction.taken-back': event<{ act: 'asked' | 'withdrawn' }>(
    'Corrections undone before the email was sent',
    'corrections',
  ),
  /** A draft request changed: paths of answers, and ids of documents. */
  'correction.noted': event<{ subject: string }>('Correction added to request', 'corrections'),
  'correction.struck-off': event<{ subject: string }>('Correction removed from request', 'corrections'),
  /** `round` counts from 1 per application. */
  /** By the client, to add or correct something. */
  'correction.opened': clientEvent<{ round: number; subjects: string[] }>(
    'Client asked to add or correct something',
    'corrections',
  ),
  'correction.asked': clientEvent<{ round: number; subjects: string[] }>(
    'Corrections requested',
    'corrections',
  ),
  'correction.replied': clientEvent<{ round: number; subject: string }>(
    'Correction reply saved',
    'corrections',
  ),
  'correction.answered': clientEvent<{ round: number; subjects: string[] }>(
    'Corrections received from client',
    'corrections',
  ),
  'correction.judged': event<{ round: number; subject: string; verdict: Verdict }>(
    'Correction reviewed',
    'corrections',
  ),
  'correction.closed': clientEvent<{ round: number; as: RoundState }>(
    'Correction request closed',
    'corrections',
  ),
  'correction.reminded': clientEvent<{ round: number; reminder: number }>(
    'Corrections reminder sent',
    'corrections',
  ),
}
