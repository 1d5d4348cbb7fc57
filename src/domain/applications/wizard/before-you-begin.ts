/** Shared text of the start page and the invitation. */

/** The firm's own estimate. */
export const HOW_LONG = 'Allow about half an hour.'

export const STOP_ANY_TIME =
  'You can stop at any time: your answers are saved as you go, and you can carry on where you left off, on a phone or a computer.'

/** What to prepare, in the order asked. */
export const AT_HAND = [
  'Your ID or passport',
  'Your income tax number',
  'Your latest payslip; the last six months of payslips if you work for yourself',
  'The names of your medical aid and your plan',
  'Statements of your pension or provident fund, your investments and your loans',
] as const

export const WHY_ASKED =
  'The law requires every financial services provider to know its clients (FICA), and to give each of them advice that suits their circumstances (FAIS).'

/** How data is protected; matches docs/security.md. */
export const HOW_PROTECTED =
  'Everything you send is encrypted on its way, and your ID and tax numbers and your documents stay encrypted where we keep them. Only the people at the firm who work on your application can open it, and every time they do is recorded.'
