/** The six due diligence tasks of a client, in the order of their list. */
export const tasks = {
  identity: { label: 'Proof of identity', minutes: 4 },
  address: { label: 'Proof of address', minutes: 2 },
  bank: { label: 'Bank account', minutes: 3 },
  funds: { label: 'Source of funds and wealth', minutes: 5 },
  exposure: { label: 'Political exposure', minutes: 2 },
  tax: { label: 'Tax residency', minutes: 3 },
} as const

export type TaskName = keyof typeof tasks
export const taskNames = Object.keys(tasks) as [TaskName, ...TaskName[]]

/** States as stored. */
export const storedStates = ['open', 'handed-in', 'accepted', 'again'] as const
export type StoredState = (typeof storedStates)[number]

/** States as shown: an accepted task is due when it has to be renewed. */
export const taskStates = [...storedStates, 'due'] as const
export type TaskState = (typeof taskStates)[number]

/** States as clients read them. */
export const clientStates = {
  open: 'To do',
  'handed-in': 'We are looking at it',
  accepted: 'Done',
  again: 'Please do this again',
  due: 'Please renew this',
} as const satisfies Record<TaskState, string>

/** Whether the client has to do something. */
export function waitsForClient(state: TaskState): boolean {
  return state !== 'handed-in' && state !== 'accepted'
}

/** How staff verified a task. */
export const verificationMethods = {
  'original-seen': 'Original seen',
  'certified-copy': 'Certified copy',
  'agrees-with-answers': 'Agrees with the answers',
  'third-party': 'Confirmed by a third party',
  'seen-on-video': 'Seen on video',
  other: 'Other',
} as const

/** Where originals are seen, unless staff say otherwise. */
export const FIRMS_OFFICE = 'The firm’s office'

export type VerificationMethod = keyof typeof verificationMethods
export const verificationMethodNames = Object.keys(verificationMethods) as [
  VerificationMethod,
  ...VerificationMethod[],
]

/** The statement that clients confirm when they hand in a task, and its version. */
export const HAND_IN_STATEMENT =
  'What I have given here is true and complete, and I will say so when something changes.'
export const HAND_IN_WORDING = '2026-11'
export const NOT_CONFIRMED = 'Please confirm that your information is true and complete'
