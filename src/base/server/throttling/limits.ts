import type { AddressKey } from './address-key.ts'

/** A number of attempts per time window. */
interface Limit {
  /** The key: the caller's address before sign-in, or the account. */
  by: 'address' | 'account'
  points: number
  /** Seconds. */
  window: number
}

const QUARTER_HOUR = 15 * 60
const HOUR = 60 * 60
const DAY = 24 * HOUR

/** All rate limits (decisions, "Brute force"). */
export const limits = {
  /** Failed sign-ins of an account from unknown browsers. */
  account: { by: 'account', points: 5, window: QUARTER_HOUR },
  /** Failed sign-ins of an account from one known browser. */
  browser: { by: 'account', points: 5, window: QUARTER_HOUR },
  /** Failed and pending sign-ins from an address. */
  address: { by: 'address', points: 20, window: QUARTER_HOUR },
  /** Failed sign-ins from an address: reaching the limit makes it suspicious. */
  addressFailures: { by: 'address', points: 20, window: QUARTER_HOUR },
  passwordChange: { by: 'account', points: 5, window: QUARTER_HOUR },
  /** Wrong second-factor codes of an account from unknown browsers. */
  secondFactor: { by: 'account', points: 5, window: QUARTER_HOUR },
  /** The same from one known browser. */
  secondFactorInBrowser: { by: 'account', points: 5, window: QUARTER_HOUR },
  /** Wrong passwords and codes when changing the second factor. */
  secondFactorChange: { by: 'account', points: 5, window: QUARTER_HOUR },
  /** Downloads of all own data: each reads everything. */
  ownData: { by: 'account', points: 10, window: HOUR },
  /** Downloads of the own application as PDF: each is rendered. */
  ownSummary: { by: 'account', points: 30, window: HOUR },
  /** List exports by staff: each reads all rows. */
  export: { by: 'account', points: 30, window: HOUR },
  /** Search requests of staff while typing: a few per second. */
  find: { by: 'account', points: 300, window: 5 * 60 },
  /** Client searches by ID number: prevents guessing. */
  findByNumber: { by: 'account', points: 60, window: HOUR },
  /** Mail previews by staff: each runs the action and rolls it back. */
  mailPreviews: { by: 'account', points: 600, window: HOUR },
  /** Mails that staff send themselves to see the firm's wording. */
  testMails: { by: 'account', points: 20, window: HOUR },
  /** Bulk actions by staff. */
  bulkActs: { by: 'account', points: 60, window: HOUR },
  /**
   * Individual mails by staff: one every twelve seconds for an hour. Bulk actions have their own limit (`bulkActs`),
   * and mail each client at most once a day.
   */
  staffMails: { by: 'account', points: 300, window: HOUR },
  /** Invitations and new accounts: firms may import 75 clients in a morning. Each may mail a stranger. */
  invitations: { by: 'account', points: 100, window: HOUR },
  /** Files to import: each is read in another process. */
  imports: { by: 'account', points: 10, window: HOUR },
  /** Notes that mention colleagues. */
  mentions: { by: 'account', points: 60, window: HOUR },
  /** Actions of one kind that mail the same client or account, by any staff. */
  mailsToOne: { by: 'account', points: 10, window: DAY },
  /** The same for actions that also change data, which may be repeated for corrections. */
  changesOfOne: { by: 'account', points: 20, window: DAY },
  /** Wrong passwords when signing on screen. */
  signing: { by: 'account', points: 5, window: QUARTER_HOUR },
  /** Verified documents per address: each is read completely. */
  verification: { by: 'address', points: 60, window: HOUR },
  /** Test events to webhooks: each is a request to another machine. */
  webhookTests: { by: 'account', points: 20, window: HOUR },
  /** Calls of an API token. */
  apiToken: { by: 'account', points: 600, window: 5 * 60 },
  resetForAccount: { by: 'account', points: 5, window: HOUR },
  resetFromAddress: { by: 'address', points: 20, window: HOUR },
  /** Attempts to confirm an address with an invalid link. */
  addressConfirmation: { by: 'account', points: 10, window: HOUR },
  /** The same for links to a new address from staff. */
  addressChange: { by: 'account', points: 10, window: HOUR },
  /** New addresses that staff give a client: each mails two people. */
  addressChangeMail: { by: 'account', points: 10, window: DAY },
  /** Repeated confirmation mails: the address may be a stranger's. */
  confirmationMail: { by: 'account', points: 5, window: DAY },
  /** Wrong links and codes for a phone per address. */
  phoneLink: { by: 'address', points: 20, window: QUARTER_HOUR },
  /** Browser error reports per address: each is a log line. */
  brokenPages: { by: 'address', points: 20, window: HOUR },
  /** Back-channel logouts of providers. */
  ssoLogout: { by: 'address', points: 120, window: 60 },
  registrationFromAddress: { by: 'address', points: 20, window: HOUR },
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof limits

/** The key of a limit: limits by address use the IPv6 network. */
export type LimitKey<Name extends LimitName> = (typeof limits)[Name]['by'] extends 'address'
  ? AddressKey
  : string

/** How long the sign-ins of a suspicious address are blocked, in seconds, unless it is cleared. */
export const SUSPICIOUS_FOR = HOUR
