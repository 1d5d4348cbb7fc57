import type { z } from 'zod'
import { settingGroups } from '#server/platform/config/environment.ts'
import { problemsWith, wrongSettings, type WrongSetting } from '#test/support/wrong-settings.ts'

const HEAD = `# Settings

Generated from \`src/server/platform/config\`: after a change run
\`npx vitest run --project rules test/scripts/settings-document.test.ts -u\`.

All settings are environment variables, read once at the start. [.env.example](../.env.example) is a file to begin with.
Empty means not set. How to use them: [install.md](install.md). \`npm run doctor\` checks them on your machine
([run.md](run.md#doctor)).
`

/** The value that applies without the variable. */
function unsetOf(field: z.ZodType): string {
  const { data } = field.safeParse(undefined)
  return data === undefined ? (field.meta()?.unset ?? '') : `\`${JSON.stringify(data).replaceAll('"', '')}\``
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) =>
    Math.max(...[title, ...rows.map((row) => row[column] ?? '')].map((cell) => cell.length)),
  )
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}

const cell = (text: string) => text.replaceAll('|', '\\|')
const setIn = (set: WrongSetting['set']) =>
  Object.entries(set)
    .map(([name, value]) => (value === '' ? `no \`${name}\`` : `\`${name}=${value}\``))
    .join(' ')

/** `docs/settings.md`, from the schema of the settings and the table of wrong ones. */
export function renderSettingsDocument(): string {
  const groups = Object.entries(settingGroups).map(([title, { shape }]) => {
    const rows = Object.entries<z.ZodType>(shape).map(([name, field]) => [
      `\`${name}\``,
      unsetOf(field),
      cell(field.meta()?.description ?? ''),
    ])
    return `## ${title}\n\n${table(['Variable', 'Not set', 'Description'], rows)}\n`
  })
  const messages = wrongSettings.map((row) => [
    `${setIn(row.set)}${row.mode === 'production' ? ' in production' : ''}`,
    cell(problemsWith(row).join(' – ')),
  ])
  const wrong = `## Wrong settings\n\nThe server does not start with these, and neither does any command.\n\n${table(
    ['Setting', 'Message'],
    messages,
  )}\n`
  return [HEAD, ...groups, wrong].join('\n')
}
