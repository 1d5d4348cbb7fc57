import { formatDate } from '#base/rules/time/dates.ts'
import { layOut } from '#base/server/pdf/lay-out.ts'
import type { LetterFacts } from './letter-facts.ts'
import { letterBlocks } from './letter-text.ts'

const TITLE = 'Disclosure letter'
/** More do not fit beside the logo. */
const MAX_ADDRESS_LINES = 3

/**
 * Makes the disclosure letter that a representative gives a client before advising: A4, in the firm's branding.
 *
 * @param owner the user who waits for it
 */
export function makeFaisLetter(facts: LetterFacts, owner = 'demo'): Promise<Buffer> {
  const { content, head, issuedOn, version } = facts
  const { identity, contacts } = content.firm
  const firmName = identity.firmName
  const edition = version === null ? 'draft, not for clients' : `version ${version}`
  return layOut(owner, {
    head: {
      ...head,
      firmName,
      contact: [
        ...identity.physicalAddress.split(/\r?\n/u).slice(0, MAX_ADDRESS_LINES),
        contacts.supportPhone,
        contacts.supportEmail,
      ],
    },
    title: TITLE,
    below: `In terms of the Financial Advisory and Intermediary Services Act 37 of 2002  ·  ${formatDate(issuedOn)}`,
    blocks: letterBlocks(facts),
    footer: `${firmName}  ·  FSP ${identity.fspNumber}  ·  ${TITLE}, ${edition}`,
    windowTitle: `${TITLE}: ${content.manager.name}, ${firmName}`,
    author: firmName,
    subject: 'Disclosure in terms of the Financial Advisory and Intermediary Services Act 37 of 2002',
    at: issuedOn,
  })
}
