import type { NotificationPage } from '#features/notes/api/notifications.ts'
import type { HttpSession } from './http.ts'

/** The latest notifications of a member of staff: kinds with the application that they are about. */
export async function bellOf(staff: HttpSession): Promise<{ kind: string; about: string | null }[]> {
  const { rows } = (await staff.get('/api/notifications')).body as NotificationPage
  return rows.map(({ kind, application }) => ({ kind, about: application?.id ?? null }))
}
