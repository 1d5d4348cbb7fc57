import { clearingReasons, screenedRoles } from '#domain/screening/hits.ts'
import { listSources } from '#domain/screening/lists.ts'
import { formatDateTime, formatDay } from '#domain/time/dates.ts'
import type { Block } from '#server/platform/pdf/blocks.ts'
import type { ClientScreening, FiledEdition, FiledHit, FiledSubject } from './client-screening.ts'
import { table } from './table-block.ts'

const scoreText = (score: number) => score.toFixed(2)

/** Who was compared with which editions of which lists and when, what was found, and what was decided. */
export function screeningBlocks({ subjects, hits }: ClientScreening): Block[] {
  if (subjects.length === 0) {
    return [{ kind: 'paragraph', text: 'No list was in force, so the client was not compared with any.' }]
  }
  return [
    ...subjects.flatMap((subject) => subjectBlocks(subject)),
    { kind: 'paragraph', text: '**Hits and decisions**' },
    table(
      [
        ['Entry', 26],
        ['Why it was found', 34],
        ['Decision', 40],
      ],
      hits.map((hit) => [entryText(hit), whyFound(hit), decisionText(hit)]),
      'No entry was similar enough.',
    ),
  ]
}

function subjectBlocks({ role, unreadable, facts, heldAgainst, screenings }: FiledSubject): Block[] {
  const { births, countries } = facts.person
  const described = [
    `**${screenedRoles[role]}: ${facts.written.join('; ')}.**`,
    births.length === 0 ? null : `Born on ${births.map((day) => formatDay(day)).join(' or ')}.`,
    countries.length === 0 ? null : `Countries: ${countries.join(', ')}.`,
    unreadable ? 'No name was wholly in Latin letters.' : null,
  ]
  const best = screenings.at(-1)?.best ?? []
  return [
    { kind: 'paragraph', text: described.filter(Boolean).join(' ') },
    table(
      [
        ['List', 24],
        ['SHA-256', 36],
        ['Compared', 40],
      ],
      heldAgainst.map(({ edition, at, with: what }) => [
        editionText(edition),
        edition.sha256.replace(/^.{32}/u, '$& '),
        `${formatDateTime(at)}, ${what === 'list' ? `with all ${edition.entries} entries` : 'with what had changed'}`,
      ]),
      'Not compared with any list yet.',
    ),
    table(
      [
        ['When', 30],
        ['By whom', 30],
        ['Result', 40],
      ],
      screenings.map(({ at, askedByName, candidates, hits, ruledOut, matcher }) => [
        formatDateTime(at),
        askedByName ?? 'Automatic',
        `${hits} hits, ${ruledOut} ruled out, of ${candidates} similar names (matcher ${matcher})`,
      ]),
      'No comparison was made.',
    ),
    ...(best.length === 0
      ? []
      : [
          table(
            [
              ['Ruled out', 40],
              ['Why', 60],
            ],
            best.map(({ source, uid, name, score, features }) => [
              `**${name}**, ${source} ${uid}`,
              `${features.map(({ text }) => text).join('; ')} (${scoreText(score)})`,
            ]),
            '',
          ),
        ]),
  ]
}

function editionText({ source, generatedOn }: FiledEdition): string {
  return `**${listSources[source].label}** of ${formatDay(generatedOn)}`
}

function entryText({ entry, source, uid, edition }: FiledHit): string {
  const name = entry.names[0]?.name ?? uid
  return `**${name}**, ${uid}. ${editionText(edition)}. ${listSources[source].duty ? '' : 'Not a South African duty.'}`
}

function whyFound({ features, score, strong, foundAt }: FiledHit): string {
  const reasons = features.map(({ text }) => text).join('; ')
  return `${reasons}. ${strong ? 'Strong' : 'Possible'}, ${scoreText(score)}. Found ${formatDateTime(new Date(foundAt))}`
}

const states = {
  open: 'Not decided',
  waiting: 'Waits for a second person',
  'no-match': 'Not the same person',
  match: 'The same person',
  gone: 'No longer similar, or removed from the list',
} as const satisfies Record<FiledHit['state'], string>

function decisionText({ state, reason, words, decidedByName, decidedAt, secondByName }: FiledHit): string {
  return [
    `**${states[state]}.**`,
    reason === null ? null : `${clearingReasons[reason]}.`,
    words,
    decidedAt === null ? null : `${decidedByName ?? ''}, ${formatDateTime(new Date(decidedAt))}.`,
    secondByName === null ? null : `Second person: ${secondByName}.`,
  ]
    .filter(Boolean)
    .join(' ')
}
