import type { AddressKey } from './address-key.ts'

/** So many within so long. */
interface Limit {
  /** What is counted: the caller's address for those who are not signed in yet, or the account that it is about. */
  by: 'address' | 'account'
  points: number
  /** Seconds. */
  window: number
}

const QUARTER_HOUR = 15 * 60
const HOUR = 60 * 60
const DAY = 24 * HOUR

/** Every limit on how often something may be tried (decisions, "Brute force"). */
export const limits = {
  /** Failed sign-ins for an account from browsers that it was never used in. */
  account: { by: 'account', points: 5, window: QUARTER_HOUR },
  /** Failed sign-ins for an account from one browser that it was used in before. */
  browser: { by: 'account', points: 5, window: QUARTER_HOUR },
  /** Sign-ins from an address that failed or are being checked. */
  address: { by: 'address', points: 20, window: QUARTER_HOUR },
  /** Sign-ins from an address that failed for certain: with the last of them the address becomes suspicious. */
  addressFailures: { by: 'address', points: 20, window: QUARTER_HOUR },
  passwordChange: { by: 'account', points: 5, window: QUARTER_HOUR },
  /** Wrong codes of the second factor at sign-in, for an account from browsers that it was never used in. */
  secondFactor: { by: 'account', points: 5, window: QUARTER_HOUR },
  /** The same from one browser that it was used in before. */
  secondFactorInBrowser: { by: 'account', points: 5, window: QUARTER_HOUR },
  /** Wrong passwords and codes of somebody who changes their second factor. */
  secondFactorChange: { by: 'account', points: 5, window: QUARTER_HOUR },
  /** Downloads of everything that is held about somebody: each reads all of it. */
  ownData: { by: 'account', points: 10, window: HOUR },
  /** Downloads of somebody's application as a PDF: each is drawn. */
  ownSummary: { by: 'account', points: 30, window: HOUR },
  /** Lists that one of the staff takes away as a file: each reads all of its rows. */
  export: { by: 'account', points: 30, window: HOUR },
  /** What one of the staff looks for while they type: a few calls a second for as long as anybody types. */
  find: { by: 'account', points: 300, window: 5 * 60 },
  /** Clients whom one of the staff looks for by ID number: nobody tries out numbers. */
  findByNumber: { by: 'account', points: 60, window: HOUR },
  /** Mails that one of the staff looks at before they are sent: each does the act, and takes it back. */
  mailPreviews: { by: 'account', points: 600, window: HOUR },
  /** Acts of one of the staff on many applications. */
  bulkActs: { by: 'account', points: 60, window: HOUR },
  /**
   * What one of the staff mails to people one at a time: an act every twelve seconds for an hour, more than anyone reads. An act
   * on many applications is one (`bulkActs`), and writes to each client at most once a day.
   */
  staffMails: { by: 'account', points: 300, window: HOUR },
  /** Invitations and new accounts: whole firms move in at 75 clients a morning. Each may reach a stranger. */
  invitations: { by: 'account', points: 100, window: HOUR },
  /** Notes that mention colleagues. */
  mentions: { by: 'account', points: 60, window: HOUR },
  /** Acts of one kind that mail the same client or account, whoever of the staff does them. */
  mailsToOne: { by: 'account', points: 10, window: DAY },
  /** The same of acts that also change what is there: these are corrected back and forth. */
  changesOfOne: { by: 'account', points: 20, window: DAY },
  /** Wrong passwords of somebody who signs on the screen. */
  signing: { by: 'account', points: 5, window: QUARTER_HOUR },
  /** Documents that are verified from an address: each is read whole. */
  verification: { by: 'address', points: 60, window: HOUR },
  resetForAccount: { by: 'account', points: 5, window: HOUR },
  resetFromAddress: { by: 'address', points: 20, window: HOUR },
  /** Links of others or of nobody that somebody tries to confirm their address with. */
  addressConfirmation: { by: 'account', points: 10, window: HOUR },
  /** The same of links to a new address that staff gave. */
  addressChange: { by: 'account', points: 10, window: HOUR },
  /** New addresses that staff give a client: each mails two people. */
  addressChangeMail: { by: 'account', points: 10, window: DAY },
  /** Mails with the link that confirms an address, beside the first: it may be a stranger's. */
  confirmationMail: { by: 'account', points: 5, window: DAY },
  /** Pages that broke, told by an address: each is a line of the log. */
  brokenPages: { by: 'address', points: 20, window: HOUR },
  registrationFromAddress: { by: 'address', points: 20, window: HOUR },
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof limits

/** What a limit counts under: one by address takes a key that stands for a whole IPv6 network. */
export type LimitKey<Name extends LimitName> = (typeof limits)[Name]['by'] extends 'address'
  ? AddressKey
  : string

/** How long the sign-ins of a suspicious address are blocked, in seconds, unless it is cleared before. */
export const SUSPICIOUS_FOR = HOUR
