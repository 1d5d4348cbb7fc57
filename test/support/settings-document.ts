import type { z } from 'zod'
import { settingGroups } from '#app/server/config/environment.ts'

const HEAD = `# Settings

Generated from \`src/base/server/config\`: after a change run
\`npx vitest run --project rules test/scripts/settings-document.test.ts -u\`.

Environment variables, read once at the start; [.env.example](../.env.example) is a file to begin with. Empty means not
set. A wrong one stops the start with a message that names it. What the firm decides is set on screen
([firm.md](firm.md)).
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
/** `docs/settings.md`, from the schema of the settings. */
export function renderSettingsDocument(): string {
  const groups = Object.entries(settingGroups).map(([title, { shape }]) => {
    const rows = Object.entries<z.ZodType>(shape).map(([name, field]) => [
      `\`${name}\``,
      unsetOf(field),
      cell(field.meta()?.description ?? ''),
    ])
    return `## ${title}\n\n${table(['Variable', 'Not set', 'Description'], rows)}\n`
  })
  return [HEAD, ...groups].join('\n')
}
