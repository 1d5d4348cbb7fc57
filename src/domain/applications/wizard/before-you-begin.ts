/** What a client is told before the first question, on the page and in the invitation, in the same words. */

/** How long it takes, by the firm's own reckoning. */
export const HOW_LONG = 'Allow about half an hour.'

/** That nobody has to do it in one go. */
export const STOP_ANY_TIME =
  'You can stop at any time: what you enter saves itself, and you go on where you were, on a phone or a computer.'

/** What to have at hand, in the order in which it is asked for. */
export const AT_HAND = [
  'Your ID or passport',
  'Your income tax number',
  'Your latest payslip; the last six months of payslips if you work for yourself',
  'The names of your medical aid and your plan',
  'Statements of your pension or provident fund, your investments and your loans',
] as const

/** Why the firm asks. */
export const WHY_ASKED =
  'The law asks every financial services provider to know its clients (FICA) and to advise each of them by their own circumstances (FAIS).'

/** How it is protected: what docs/security.md shows, and no more. */
export const HOW_PROTECTED =
  'All of it travels encrypted; your ID and tax numbers and your documents are encrypted where they are kept, too. Only people of the firm who work on your application can open it, and each time is recorded.'
