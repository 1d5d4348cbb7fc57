import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { UsageError } from '#app/commands/command-arguments.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { print } from '#base/server/logging/terminal.ts'
import { createSeal } from '#base/server/seal/create-certificate.ts'

/**
 * `npm run seal:create -- --name "Firm"`: creates the key and certificate for sealing documents, and a certificate
 * signing request. Never overwrites files.
 */
await runCommand({
  name: 'seal:create',
  usage: '--name "The firm" [--folder seal]',
  options: { name: { type: 'string' }, folder: { type: 'string', default: 'seal', path: true } },
  async run({ values: { name = '', folder } }) {
    if (name.trim() === '') throw new UsageError('Give the name of the firm: --name "The firm"')
    const at = (file: string) => path.join(folder, file)
    const made = await createSeal(name.trim(), new Date())
    const files = [
      ['seal.key', made.key],
      ['seal.crt', made.certificate],
      ['seal.csr', made.request],
    ] as const
    const there = files.map(([file]) => at(file)).filter((file) => existsSync(file))
    if (there.length > 0)
      throw new Error(
        `These files already exist: ${there.join(', ')}. Choose another folder: --folder FOLDER`,
      )
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    for (const [file, content] of files)
      writeFileSync(at(file), content, { mode: 0o600, flag: 'wx', flush: true })
    print(
      [
        `The seal of ${name.trim()} is in ${folder}. To use it:`,
        `  SEAL_CERTIFICATE=${at('seal.crt')}`,
        `  SEAL_KEY=${at('seal.key')}`,
        'PDF readers show the signer as unknown until a certificate authority signs it: send seal.csr to one, and put',
        'the certificate it returns in seal.crt. Restrict access to seal.key and store a copy elsewhere: no backup',
        'includes it.',
        '',
      ].join('\n'),
    )
  },
})
