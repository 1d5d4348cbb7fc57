/** Shared text of the start page and the invitation. */

/** The firm's own estimate. */
export const HOW_LONG = 'Allow about half an hour.'

export const STOP_ANY_TIME =
  'You can stop at any time. Your answers are saved as you go, so you can carry on where you left off, on your phone or computer.'

/** With due diligence switched on. */
export const TASKS_AFTERWARDS =
  'After you submit, six short tasks follow; allow another 20 minutes. Have your ID or passport, a proof of address and a bank statement from the last three months ready.'

/** What to prepare, in the order asked. */
export const AT_HAND = [
  'Your ID or passport',
  'Your income tax number',
  'Your latest payslip (or six months of payslips if you’re self-employed)',
  'The names of your medical aid and plan',
  'Statements for your pension or provident fund, investments and loans',
] as const

export const WHY_ASKED =
  'The law requires every financial services provider to know its clients (FICA) and to give advice that suits their circumstances (FAIS).'

/** How data is protected; matches docs/security.md. */
export const HOW_PROTECTED =
  'Everything you send is encrypted in transit. Your ID and tax numbers and your documents are also encrypted where we store them. Only the people working on your application can open them, and each time is recorded.'
