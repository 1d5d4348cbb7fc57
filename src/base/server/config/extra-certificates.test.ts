import { execFileSync, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from '#test/support/quick-folder.ts'

const folder = makeFolder('onboarding-ca-')
const module = path.join(import.meta.dirname, 'extra-certificates.ts')

/** Calls an HTTPS server whose certificate no public authority signed. */
const CALL = `
  const [, folder, module] = process.argv
  const { trustExtraCertificates } = await import(module)
  const { createServer } = await import('node:https')
  const { readFileSync } = await import('node:fs')
  const [key, cert] = ['key.pem', 'ca.pem'].map((name) => readFileSync(folder + '/' + name))
  trustExtraCertificates(process.env.NODE_EXTRA_CA_CERTS)
  const server = createServer({ key, cert }, (_, answer) => answer.end('trusted')).listen(0, '127.0.0.1', async () => {
    const address = 'https://localhost:' + server.address().port
    console.log(await fetch(address).then((answer) => answer.text(), (error) => error.cause.code))
    process.exit()
  })`

function call(envFile: string): string {
  const file = path.join(folder, 'call.env')
  writeFileSync(file, envFile)
  const args = [`--env-file=${file}`, '--input-type=module', '-e', CALL, folder, module]
  return spawnSync(process.execPath, args, { env: {}, encoding: 'utf8' }).stdout.trim()
}

test('a certificate of NODE_EXTRA_CA_CERTS in .env is trusted, which Node alone does not do', () => {
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const files = ['-keyout', path.join(folder, 'key.pem'), '-out', path.join(folder, 'ca.pem')]
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...files, ...subject],
    {
      stdio: 'ignore',
    },
  )
  expect(call(`NODE_EXTRA_CA_CERTS=${path.join(folder, 'ca.pem')}`)).toBe('trusted')
  expect(call('NODE_EXTRA_CA_CERTS=/nowhere/ca.pem')).toBe('DEPTH_ZERO_SELF_SIGNED_CERT')
})
