import { paths } from '#client/shared/shell/paths.ts'

/** The last look, among the tasks of an address. */
export const CHECK = 'check'

/** The list of tasks. */
export const listAddress = paths.home

/** The page of a task, or the last look. */
export const taskAddress = (task: string) => `${paths.home}?task=${task}`
