import { formatDate } from '#base/rules/time/dates.ts'
import { withoutMarks } from '#features/brand/rules/letter/markup.ts'
import type { Block } from '#base/server/pdf/blocks.ts'
import type { LetterFacts } from './letter-facts.ts'

/** The appointment: shown, not signed yet. */
export function brokerAppointment({ content: { firm, manager } }: LetterFacts, number: number): Block[] {
  const { firmName, fspNumber } = firm.identity
  return [
    { kind: 'heading', number, text: 'Appointment as your financial broker', keepWithNext: 280 },
    {
      kind: 'note',
      title: 'No signature needed at this stage',
      paragraphs: [
        'Please leave this section blank. It is shown so that you know its wording. Your wealth manager will go through ' +
          'it with you after your application has been reviewed, and only then ask you to sign it.',
      ],
    },
    {
      kind: 'paragraph',
      text:
        `I appoint ${withoutMarks(firmName)} (FSP ${fspNumber}), represented by ${withoutMarks(manager.name)}, as my financial broker for ` +
        'the policies and investments listed in the schedule that will be attached. I authorise product suppliers to ' +
        'give the firm information about them, and to pay it the remuneration that goes with servicing them from the ' +
        'date of this appointment. The appointment replaces earlier ones for the same products, gives no authority to ' +
        'transact without my instruction, and ends when I revoke it in writing.',
    },
    {
      kind: 'signatures',
      rows: [[{ label: 'Client (leave blank for now)' }, { label: 'Date (leave blank for now)' }]],
    },
  ]
}

/** Above empty lines: a letter that is signed on screen is not changed. */
const HOW_SIGNED: Block = {
  kind: 'paragraph',
  text: '**Signed electronically, see the last page.** Signed by hand, please complete these lines.',
}

/** What the client signs, or has signed. */
export function acknowledgement(
  { content: { firm, manager }, issuedOn, signed }: LetterFacts,
  number: number,
): Block[] {
  const signedOn = signed && formatDate(signed.on)
  return [
    { kind: 'heading', number, text: 'Your acknowledgement' },
    {
      kind: 'paragraph',
      text:
        `I have received and read this disclosure letter of ${formatDate(issuedOn)}, was given the opportunity to ask ` +
        `questions, and understand with whom I am dealing, how ${withoutMarks(firm.identity.firmName)} is paid, and how I can complain. My ` +
        'signature confirms receipt of the letter; it commits me to no product and no fee.',
    },
    ...(signed ? [] : [HOW_SIGNED]),
    {
      kind: 'signatures',
      rows: [
        [
          { label: 'Full name and surname', written: signed?.clientName },
          { label: 'Identity or passport number', written: signed?.idNumber },
        ],
        [
          { label: 'Signature of client', written: signed && signatureOf(signed.clientName) },
          { label: 'Place', written: signed?.town },
          { label: 'Date', written: signedOn },
        ],
        [
          {
            label: `Signature of representative: ${withoutMarks(manager.name)}`,
            written: signed && signatureOf(manager.name),
          },
          { label: 'Date', written: signedOn },
        ],
      ],
    },
  ]
}

/** "Sipho Dlamini" signs as "S. Dlamini". */
function signatureOf(name: string): string {
  const [first = '', ...rest] = name.split(' ')
  return rest.length === 0 ? first : `${first.slice(0, 1)}. ${rest.join(' ')}`
}
