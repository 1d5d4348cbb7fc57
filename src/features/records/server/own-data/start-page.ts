import { formatDateTime } from '#base/rules/time/dates.ts'
import { SUMMARY } from '#features/records/server/download/archive.ts'
import { escapeHtml } from '#features/mail/server/templates/html.ts'

/** Contents of the data files. */
const contents: Readonly<Record<string, string>> = {
  'account.json': 'your account, your passkeys, and where you are signed in',
  'application.json': 'your answers, and the statements that you confirmed',
  'corrections.json': 'what we asked you to correct, and your replies',
  'due-diligence.json': 'what you sent for the FICA checks',
  'signatures.json': 'what you signed on the screen, and how',
  'mails.json': 'the emails that we sent you',
  'activity.json': 'what happened with your account and your application, and when',
}

interface Listed {
  firmName: string
  username: string
  /** The folder of each document. */
  folders: readonly string[]
  /** The other files of the archive. */
  files: readonly string[]
  now: Date
}

/** The first page of a client's own data: what the archive contains, with links. */
export function startPage({ firmName, username, folders, files, now }: Listed) {
  const readable = [SUMMARY, ...files.filter((name) => !(name in contents))]
  const data = ['manifest.json', ...files.filter((name) => name in contents)]
  const html = `<!doctype html>
<html lang="en-ZA">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Your data</title>
<style>${STYLE}</style>
<h1>Your data</h1>
<p>${escapeHtml(`Everything that ${firmName} holds about ${username}, as of ${formatDateTime(now)}.`)}
It contains your ID and financial details, so please store it somewhere safe.</p>
<h2>To read</h2>
${list(readable.map((name) => link(name) + (name === SUMMARY ? ': your application with all your answers' : '')))}
<h2>Your documents</h2>
${folders.length === 0 ? '<p>You have not uploaded any documents.</p>' : list(counted(folders))}
<h2>For other programs</h2>
<p>The same in a form that programs read (JSON).</p>
${list(data.map((name) => `${link(name)}: ${contents[name] ?? 'a list of your documents, to check that they are unchanged'}`))}
</html>
`
  return { name: 'Start here.html', content: Buffer.from(html) }
}

const STYLE =
  ':root{color-scheme:light dark;font:1.05rem/1.6 system-ui,sans-serif}body{max-width:42rem;margin:2.5rem auto;padding:0 1rem}'

const list = (items: readonly string[]) => `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`

function link(name: string, text = name): string {
  return `<a href="${escapeHtml(name.split('/').map(encodeURIComponent).join('/'))}">${escapeHtml(text)}</a>`
}

/** A link for each folder, with the number of its files. */
function counted(folders: readonly string[]): string[] {
  return [...new Set(folders)].map((folder) => {
    const count = folders.filter((one) => one === folder).length
    return link(`${folder}/`, `${folder} (${count})`)
  })
}
