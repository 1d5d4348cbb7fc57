import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { makeFolder } from './quick-folder.ts'

/** Where the signed letter is in a ZIP that staff download. */
export const SIGNED_LETTER = 'Signed FAIS document/FAIS disclosure letter, signed.pdf'

/** Runs the program of docs/passkeys.md on the files of an unpacked ZIP, as a stranger would: with Node.js alone. */
export function runDocumentedCheck(files: ReadonlyMap<string, Buffer>): {
  succeeded: boolean
  output: string
} {
  const page = readFileSync(path.resolve('docs/passkeys.md'), 'utf8')
  const program = /```js\n(?<program>.*?)```/su.exec(page)?.groups?.['program'] ?? ''
  const folder = makeFolder('onboarding-evidence-')
  try {
    for (const [name, content] of [...files, ['verify.mjs', Buffer.from(program)] as const]) {
      const file = path.join(folder, name)
      mkdirSync(path.dirname(file), { recursive: true })
      writeFileSync(file, content)
    }
    const node = spawnSync(process.execPath, ['verify.mjs'], { cwd: folder, encoding: 'utf8', env: {} })
    return { succeeded: node.status === 0, output: node.stdout + node.stderr }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
