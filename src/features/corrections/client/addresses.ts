import { paths } from '#base/client/paths.ts'

/** The overview, as the last segment of an address. */
export const CHECK = 'check'

/** The list of tasks. */
export const listAddress = paths.home

/** The page of a task, or the overview. */
export const taskAddress = (task: string) => `${paths.home}?task=${task}`
