import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const OPTIONS = new URL('../../scripts/server-options.mjs', import.meta.url).href
const { SERVER_OPTIONS, SERVER_ENVIRONMENT } = (await import(OPTIONS)) as {
  SERVER_OPTIONS: string[]
  SERVER_ENVIRONMENT: Record<string, string>
}

test('a container starts the server with the options of npm start', () => {
  const dockerfile = readFileSync(new URL('../../Dockerfile', import.meta.url), 'utf8')
  const [, command = '[]'] = /^CMD (\["node".*\])$/mu.exec(dockerfile) ?? []
  expect(JSON.parse(command)).toEqual(['node', ...SERVER_OPTIONS, 'dist/server/main.mjs'])
  for (const [name, value] of Object.entries(SERVER_ENVIRONMENT)) {
    expect(dockerfile).toContain(`${name}=${value}`)
  }
})
