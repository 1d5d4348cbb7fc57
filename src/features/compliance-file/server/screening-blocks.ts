import { clearingReasons, notFoundReasons } from '#features/screening/rules/hits.ts'
import { entryKindNames, entryKinds, listSources, type EntryKind } from '#features/screening/rules/lists.ts'
import { roles, rolesComparedWith, type ScreenedRole } from '#features/due-diligence/rules/screened-roles.ts'
import { formerText } from '#features/screening/rules/former-spellings.ts'
import { comparableFacts, similarBy, similarByNames } from '#features/screening/rules/similar-by.ts'
import { formatDateTime, formatDay } from '#base/rules/time/dates.ts'
import type { Block } from '#base/server/pdf/blocks.ts'
import type {
  ScreeningRecord,
  FiledEdition,
  FiledHit,
  FiledScreening,
  FiledSubject,
} from './screening-record.ts'
import { table } from './table-block.ts'

const howToReadIt =
  'A score from 0 to 1 says how similar an entry is. The SHA-256 sums are those of the list’s files as they were uploaded.'

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
    return [{ kind: 'paragraph', text: 'Not compared with any list.' }]
  }
  return [
    { kind: 'paragraph', text: [howToReadIt, rulesText(subjects)].join(' ').trim() },
    ...subjects.flatMap((subject) => subjectBlocks(subject)),
    {
      kind: 'paragraph',
      text: `**Possible matches and decisions.** A possible match is an entry similar enough that staff decide whether it is the same person. A strong one, and every match, needs two people; what the second one wrote is in section ${approvalsIn}.`,
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
  const nearest = screenings.at(-1)?.nearest ?? []
  return [
    { kind: 'paragraph', text: described.filter(Boolean).join(' ') },
    table(
      [
        ['List', 24],
        ['Files, with their SHA-256', 36, 'small'],
        ['Compared', 40],
      ],
      heldAgainst.map(({ edition, at, with: what }) => [
        editionText(edition),
        filesText(edition),
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
      screenings.map((one) => [formatDateTime(one.at), one.askedByName ?? 'Automatic', resultText(one)]),
      'No comparison was made.',
    ),
    ...(nearest.length === 0
      ? []
      : [
          table(
            [
              ['Nearest in the last comparison, no possible match', 40],
              ['Why', 60],
            ],
            nearest.map(({ source, uid, name, score, features }) => [
              `**${name}**, ${source} ${uid}`,
              `${features.map(({ text }) => text).join('; ')} (${scoreText(score)})`,
            ]),
            '',
          ),
        ]),
  ]
}

/** Each file on its own, its sum in two lines. */
function filesText({ files, sha256 }: FiledEdition): string {
  const sum = (text: string) => text.replace(/^.{32}/u, '$& ')
  if (files.length === 0) return sum(sha256)
  return files.map((file) => `${file.name}: ${sum(file.sha256)}`).join('; ')
}

function resultText({ candidates, hits, ways, by, ruledOut }: FiledScreening): string {
  const facts = new Intl.ListFormat('en-GB').format(by.map((fact) => comparableFacts[fact]))
  const found = ways === null ? [] : similarByNames.map((way) => `${ways[way]} by ${similarBy[way]}`)
  const entries = candidates === 1 ? '1 entry' : `${candidates} entries`
  return [
    hits === 1 ? '1 possible match' : `${hits} possible matches`,
    `, of ${entries} compared in detail`,
    found.length === 0 ? '' : ` (${found.join(', ')})`,
    ruledOut === 0 ? '' : `; ${ruledOut} similar, but different by other facts`,
    facts === '' ? '' : `. Compared by ${facts}`,
  ].join('')
}

/** The entries of a list that a role was compared with, and those that it was not. */
function comparedWithText(role: ScreenedRole, { kinds }: FiledEdition, what: 'list' | 'changes'): string {
  const compared: readonly EntryKind[] = roles[role].kinds
  const many = compared.map((kind) => entryKinds[kind].many).join(' and ')
  if (what === 'changes') return `with the ${many} that differ from the list before`
  if (kinds === null) return `with all ${many}`
  const count = (kind: EntryKind) => `${kinds[kind]} ${entryKinds[kind][kinds[kind] === 1 ? 'one' : 'many']}`
  const were = (list: readonly EntryKind[]) =>
    `${list.map(count).join(' and ')} ${list.length === 1 && kinds[list[0] ?? 'person'] === 1 ? 'was' : 'were'}`
  const some = compared.filter((kind) => kinds[kind] > 0)
  const left = entryKindNames.filter((kind) => !compared.includes(kind) && kinds[kind] > 0)
  const [forRole, forNone] = [left.filter(isComparedKind), left.filter((kind) => !isComparedKind(kind))]
  return [
    `with all ${(some.length === 0 ? compared : some).map(count).join(' and ')}`,
    ...(forRole.length === 0 ? [] : [`${were(forRole)} not compared with this role`]),
    ...(forNone.length === 0 ? [] : [`${were(forNone)} compared with no one`]),
  ].join('; ')
}

const isComparedKind = (kind: EntryKind) => rolesComparedWith(kind).length > 0

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
      return `${version}: an entry is a possible match from a score of ${possible}; on the United Nations’ list from ${un}, or with a name of ${name} whatever else differs; a strong one from ${strong}.`
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
