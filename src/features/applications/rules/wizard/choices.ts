/** Allowed values of each choice with their labels (specification section 3). */
export const salutations = { mr: 'Mr', mrs: 'Mrs', ms: 'Ms', dr: 'Dr' } as const
export const maritalStatuses = {
  single: 'Single',
  married: 'Married',
  divorced: 'Divorced',
  engaged: 'Engaged',
} as const
export const marriageTypes = {
  community: 'Community of Property',
  anc: 'ANC',
  anc_accrual: 'ANC with Accrual',
} as const
export const idDocumentTypes = {
  id: 'South African ID',
  passport: 'Passport',
  permit: 'Work/Residence Permit',
} as const
export const countriesOfIssue = { za: 'South Africa', other: 'Other' } as const
export const nationalities = { za: 'South African', other: 'Other' } as const
export const educationLevels = {
  professional: 'Professional qualification',
  postgrad: 'Postgraduate degree',
  undergrad: 'Undergraduate degree',
  diploma: 'Diploma',
  matric: 'Matric',
  less: 'Less than matric',
} as const

/** Children selectable: 1 to 10 (specification section 9). */
export const MAX_CHILDREN = 10
