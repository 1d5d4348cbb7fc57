import { chmodSync, mkdtempSync } from 'node:fs'
import path from 'node:path'
import { quickParent } from '../environments/quick-parent.mjs'

/** A new folder that every user can traverse, because as root PostgreSQL runs as another user. */
export function makeFolder(prefix: string, parent = quickParent()): string {
  const folder = mkdtempSync(path.join(parent, prefix))
  chmodSync(folder, 0o755)
  return folder
}
