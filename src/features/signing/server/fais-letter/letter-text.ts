import {
  dayText,
  inOneLine,
  letterParts,
  letterValues,
  supervisionText,
  type LetterContent,
} from '#features/signing/rules/letter/content.ts'
import { fillLetter, withoutMarks, type LetterBlockName } from '#features/brand/rules/letter/markup.ts'
import { parseServices, subCategories } from '#features/brand/rules/letter/services.ts'
import type { Block } from '#base/server/pdf/blocks.ts'
import type { LetterFacts } from './letter-facts.ts'
import { acknowledgement, brokerAppointment } from './to-sign.ts'

/** The blocks of a disclosure letter: the firm's text with its facts, then what is signed. */
export function letterBlocks(facts: LetterFacts): Block[] {
  const own = ownBlocks(facts.content)
  const headings = own.filter(({ kind }) => kind === 'heading').length
  return [...own, ...brokerAppointment(facts, headings + 1), ...acknowledgement(facts, headings + 2)]
}

/** A heading and the first rows of a table, in points. */
const TABLE_START = 150

function ownBlocks(content: LetterContent): Block[] {
  const values = letterValues(content)
  const fill = (text: string) => fillLetter(text, values)
  let number = 0
  return letterParts(content.template.letterText).flatMap((part, index, parts): Block[] => {
    switch (part.kind) {
      case 'heading':
        return [
          {
            kind: 'heading',
            number: (number += 1),
            text: fill(part.text),
            ...(parts[index + 1]?.kind === 'block' && { keepWithNext: TABLE_START }),
          },
        ]
      case 'paragraph':
        return [{ kind: 'paragraph', text: fill(part.text) }]
      case 'list':
        return [{ kind: 'list', items: part.items.map(fill), ordered: part.ordered }]
      case 'block':
        return filledBlocks[part.name](content)
    }
  })
}

/** The blocks that the product fills in. */
const filledBlocks: Record<LetterBlockName, (content: LetterContent) => Block[]> = {
  'who we are': whoWeAre,
  services: services,
  suppliers: suppliers,
  interests: interests,
  ombud: ombud,
}

const CAPACITIES = { '': '', employee: 'Employee', mandate: 'Mandated representative' }
const COVERS: Readonly<Record<string, string>> = {
  both: 'Professional indemnity and fidelity cover',
  indemnity: 'Professional indemnity cover; no fidelity cover',
  fidelity: 'Fidelity cover; no professional indemnity cover',
  none: 'No professional indemnity or fidelity cover is held',
}

const joined = (...texts: string[]) => texts.filter((text) => text !== '').join('  ·  ')

/** A fact, and what is printed in strong letters before it. */
type FactRow = [label: string, text: string, strong?: string]

/** General Code, section 5. Rows without a value are left out. */
function whoWeAre({ firm: { identity, contacts }, template, manager }: LetterContent): Block[] {
  const { letterFacts: facts } = template
  const { profile } = manager
  const rows: FactRow[] = [
    [
      'Financial services provider',
      identity.registrationNumber === '' ? '' : `, registration number ${identity.registrationNumber}`,
      identity.legalName || identity.firmName,
    ],
    ['Trading names', identity.tradingNames],
    [
      'Licence',
      `FSP ${identity.fspNumber}, ${facts.licenceCategory}, granted by the Financial Sector Conduct Authority (FSCA)`,
    ],
    ['Conditions and restrictions', inOneLine(facts.licenceConditions)],
    ['Exemptions', inOneLine(facts.exemption)],
    ['Physical address', inOneLine(identity.physicalAddress)],
    ['Postal address', inOneLine(identity.postalAddress)],
    ['Telephone and email', joined(contacts.supportPhone, contacts.supportEmail)],
    ['Website', identity.website],
    ['Key individual', facts.keyIndividual],
    ['Compliance officer', joined(contacts.complianceName, contacts.complianceEmail)],
    ['Cover', joined(COVERS[facts.cover] ?? '', facts.coverDetails)],
    ['Your representative', `, ${joined(manager.phone, manager.email)}`, manager.name],
    ['Capacity', joined(CAPACITIES[profile.capacity], `appointed on ${dayText(profile.appointedOn)}`)],
    ['Qualifications', profile.qualifications],
    ['Experience', profile.experience],
    ['Supervision', supervisionText(profile)],
  ]
  return [
    {
      kind: 'facts',
      rows: rows.map(factOf).filter(([, text]) => text !== ''),
    },
  ]
}

/** Marks within a fact would format the rest of the row. */
function factOf([label, text, strong]: FactRow): [string, string] {
  return [label, `${strong === undefined ? '' : `**${withoutMarks(strong)}**`}${withoutMarks(text)}`]
}

function services({ manager }: LetterContent): Block[] {
  const yes = (is: boolean) => (is ? 'Yes' : 'No')
  return [
    {
      kind: 'table',
      columns: [
        { title: 'Sub-category', share: 14 },
        { title: 'Financial product', share: 50 },
        { title: 'Advice', share: 18 },
        { title: 'Intermediary services', share: 22 },
      ],
      rows: (parseServices(manager.profile.services) ?? []).map(({ code, advice, intermediary }) => [
        code,
        subCategories[code] ?? '',
        yes(advice),
        yes(intermediary),
      ]),
    },
  ]
}

/** General Code, section 4(1)(a) to (c). */
function suppliers({ template }: LetterContent): Block[] {
  const lines = template.letterFacts.suppliers.split(/\r?\n/u).filter((line) => line.trim() !== '')
  if (lines.length === 0) return []
  return [
    {
      kind: 'table',
      columns: [
        { title: 'Product supplier', share: 28 },
        { title: 'Contact and complaints', share: 38 },
        { title: 'Contract and restrictions', share: 34 },
      ],
      rows: lines.map((line) => {
        const [name = '', contact = '', ...contract] = line
          .split('|')
          .map((part) => withoutMarks(part.trim()))
        return [name, contact, contract.join(', ')]
      }),
    },
  ]
}

/** General Code, section 4(1)(d). */
function interests({ firm, template }: LetterContent): Block[] {
  const { firmName } = firm.identity
  const { shareholding, shareholdingNames, income, incomeNames, interestsReviewed } = template.letterFacts
  const shares =
    shareholding === 'yes'
      ? `${firmName} holds more than 10% of the shares of ${shareholdingNames}.`
      : `${firmName} holds no more than 10% of the shares of any product supplier.`
  const paid =
    income === 'yes'
      ? `In the preceding 12 months, more than 30% of our total remuneration came from ${incomeNames}.`
      : 'In the preceding 12 months, no single product supplier paid more than 30% of our total remuneration.'
  const text = `${shares} ${paid} Last reviewed on ${dayText(interestsReviewed)}.`
  return [{ kind: 'paragraph', text: withoutMarks(text) }]
}

function ombud({ template }: LetterContent): Block[] {
  const paragraphs = template.letterFacts.ombud.split(/\r?\n/u).filter((line) => line.trim() !== '')
  return [{ kind: 'note', title: 'Ombud for Financial Services Providers (FAIS Ombud)', paragraphs }]
}
