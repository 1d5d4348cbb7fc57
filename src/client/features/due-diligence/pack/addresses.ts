import type { TaskName } from '#domain/due-diligence/tasks.ts'
import { paths } from '#client/shared/shell/paths.ts'

/** The page of a task. */
export const packTaskAddress = (task: TaskName) => `${paths.pack}?task=${task}`
