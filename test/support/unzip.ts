import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { makeFolder } from './quick-folder.ts'

/** Whether Info-ZIP's unzip is installed. */
export const hasUnzip = spawnSync('unzip', ['-v']).status === 0

/** Files in an archive by name, read by an independent program. */
export function unzip(content: Buffer): Map<string, Buffer> {
  const folder = makeFolder('onboarding-archive-')
  try {
    const archive = path.join(folder, 'archive.zip')
    const unpacked = path.join(folder, 'unpacked')
    writeFileSync(archive, content)
    const { status, stderr } = spawnSync('unzip', ['-q', archive, '-d', unpacked], {
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
    })
    if (status !== 0 || stderr !== '') throw new Error(`unzip failed: ${stderr}`)
    const files = readdirSync(unpacked, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    )
    return new Map(
      files.map(({ parentPath, name }) => {
        const file = path.join(parentPath, name)
        return [path.relative(unpacked, file), readFileSync(file)]
      }),
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
