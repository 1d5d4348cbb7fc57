import { clearingReasons, notFoundReasons } from '#features/screening/rules/hits.ts'
import { entryKindNames, entryKinds, listSources, type EntryKind } from '#features/screening/rules/lists.ts'
import { roles, type ScreenedRole } from '#features/screening/rules/roles.ts'
import { formerText } from '#features/screening/rules/former-spellings.ts'
import { formatDateTime, formatDay } from '#base/rules/time/dates.ts'
import type { Block } from '#base/server/pdf/blocks.ts'
import type { ScreeningRecord, FiledEdition, FiledHit, FiledSubject } from './screening-record.ts'
import { table } from './table-block.ts'

const howCompared =
  'Everyone was compared by name, date of birth, country, sex and document number with each list in force. A score from 0 to 1 says how similar an entry is. The SHA-256 sum is that of the list’s file as its publisher issued it; a file of the same edition has the same sum.'

const scoreText = (score: number) => score.toFixed(2)

/**
 * Who was compared with which editions of which lists and when, what was found, and what was decided.
 *
 * @param approvalsIn the number of the section about approvals
 */
export function screeningBlocks(
  { subjects, hits }: ScreeningRecord,
  { approvalsIn }: { approvalsIn: number },
): Block[] {
  if (subjects.length === 0) {
    return [{ kind: 'paragraph', text: 'No list was in force, so the client was not compared with any.' }]
  }
  return [
    { kind: 'paragraph', text: `${howCompared} ${rulesText(subjects)}` },
    ...subjects.flatMap((subject) => subjectBlocks(subject)),
    {
      kind: 'paragraph',
      text: `**Hits and decisions.** A hit is an entry similar enough that staff decide whether it is the same person. A strong hit, and every match, needs two persons; what the second one wrote is in section ${approvalsIn}.`,
    },
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

function subjectBlocks({ role, unreadable, current, facts, heldAgainst, screenings }: FiledSubject): Block[] {
  const { births, countries } = facts.person
  const described = [
    `**${roles[role].label}: ${facts.written.join('; ')}.**`,
    births.length === 0
      ? 'Date of birth unknown.'
      : `Born on ${births.map((day) => formatDay(day)).join(' or ')}.`,
    countries.length === 0 ? null : `Countries: ${countries.join(', ')}.`,
    current ? null : formerText(role, facts, 'Not compared any more.'),
    unreadable ? 'No name was wholly in Latin letters.' : null,
  ]
  const best = screenings.at(-1)?.best ?? []
  return [
    { kind: 'paragraph', text: described.filter(Boolean).join(' ') },
    table(
      [
        ['List', 34],
        ['SHA-256 of its file', 31, 'small'],
        ['Compared', 35],
      ],
      heldAgainst.map(({ edition, at, with: what }) => [
        editionText(edition),
        edition.sha256.replace(/^.{32}/u, '$& '),
        `${formatDateTime(at)}, ${comparedWithText(role, edition, what)}`,
      ]),
      'Not compared with any list yet.',
    ),
    table(
      [
        ['When', 26],
        ['By whom', 26],
        ['Result', 48],
      ],
      screenings.map(({ at, askedByName, candidates, hits, ruledOut }) => [
        formatDateTime(at),
        askedByName ?? 'Automatic',
        `${hits === 1 ? '1 hit' : `${hits} hits`} and ${ruledOut} ruled out by other facts, of ${candidates === 1 ? '1 entry' : `${candidates} entries`} compared in detail`,
      ]),
      'No comparison was made.',
    ),
    ...(best.length === 0
      ? []
      : [
          table(
            [
              ['Ruled out in the last comparison', 40],
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

/** The entries of a list that a role was compared with, and those that it was not. */
function comparedWithText(role: ScreenedRole, { kinds }: FiledEdition, what: 'list' | 'changes'): string {
  const compared: readonly EntryKind[] = roles[role].kinds
  const others = entryKindNames.filter((kind) => !compared.includes(kind))
  const count = (kind: EntryKind) => {
    const number = kinds?.[kind] ?? 0
    return `${number} ${entryKinds[kind][number === 1 ? 'one' : 'many']}`
  }
  const names = compared.map((kind) => (kinds === null ? entryKinds[kind].many : count(kind))).join(' and ')
  if (what === 'changes')
    return `with the ${compared.map((kind) => entryKinds[kind].many).join(' and ')} that differ from the list before`
  const left = others.filter((kind) => (kinds?.[kind] ?? 0) > 0).map(count)
  return `with all ${names}${left.length === 0 ? '' : `; not with ${left.join(', ')}`}`
}

/** Each set of rules that was used, once. */
function rulesText(subjects: readonly FiledSubject[]): string {
  const rules = subjects.flatMap(({ screenings }) =>
    screenings.map(({ matcher, thresholds }) => {
      const version = `Version ${matcher} of the comparison`
      if (thresholds === null) return `${version}.`
      const [strong, possible, un, name] = [
        thresholds.strong,
        thresholds.possible,
        thresholds.unPossible,
        thresholds.unName,
      ].map(scoreText)
      return `${version}: an entry is a hit from a score of ${possible}; on the United Nations’ list from ${un}, or with a name of ${name} whatever else differs; a strong one from ${strong}.`
    }),
  )
  return [...new Set(rules)].join(' ')
}

function editionText({ source, generatedOn }: FiledEdition): string {
  return `**${listSources[source].label}** of ${formatDay(generatedOn)}`
}

function entryText({ entry, source, uid, edition }: FiledHit): string {
  const name = entry.names[0]?.name ?? uid
  return `**${name}**, entry ${uid}. ${editionText(edition)}. ${listSources[source].duty ? '' : 'Not a South African duty.'}`
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

function decisionText({
  state,
  notFoundBecause,
  reason,
  words,
  decidedByName,
  decidedAt,
  secondByName,
}: FiledHit): string {
  return [
    `**${states[state]}.**`,
    notFoundBecause === null ? null : `No longer found: ${notFoundReasons[notFoundBecause]}.`,
    reason === null ? null : `${clearingReasons[reason]}.`,
    words,
    decidedAt === null ? null : `${decidedByName ?? ''}, ${formatDateTime(new Date(decidedAt))}.`,
    secondByName === null ? null : `Second person: ${secondByName}.`,
  ]
    .filter(Boolean)
    .join(' ')
}
