import type { TaskName } from '#features/due-diligence/rules/tasks.ts'
import { paths } from '#base/client/paths.ts'

/** The page of a task. */
export const packTaskAddress = (task: TaskName) => `${paths.pack}?task=${task}`
