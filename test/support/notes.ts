import type { HttpAnswer, HttpSession } from './http.ts'

/**
 * Writes a note.
 *
 * @param path of the application in the staff API
 */
export function writeNote(staff: HttpSession, path: string, text = 'Seen at the bank.'): Promise<HttpAnswer> {
  return staff.post(`${path}/notes`, { subject: { kind: 'application' }, text })
}
