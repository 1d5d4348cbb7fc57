import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Context } from '#base/server/context.ts'
import { ERRORS_PATH } from '#base/server/http/problem.ts'
import { contentPolicy } from '#base/server/http/security-headers.ts'
import { errorTexts } from './error-texts.ts'

/** System colours follow the reader's light or dark mode and forced colours. */
const STYLES = `:root{color-scheme:light dark;font:100%/1.5 system-ui,sans-serif}
body{max-width:42rem;margin:0 auto;padding:1.5rem}
h1{font-size:1.5rem}
h2{margin:2rem 0 0;font-size:1rem;scroll-margin-top:1rem;overflow-wrap:anywhere}
h2:target{text-decoration:underline;text-underline-offset:.3em}
p{margin:.25rem 0}`

const entries = Object.entries(errorTexts).toSorted(([one], [other]) => one.localeCompare(other, 'en'))

/** Without the firm's name: addresses in `type` stay the same page for every deployment. */
const PAGE = `<!doctype html>
<html lang="en-ZA">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>Errors of the API</title>
<style>${STYLES}</style>
</head>
<body>
<main>
<h1>Errors of the API</h1>
<p>An error response is problem details (RFC 9457). Its “detail” says what is wrong with the request, its “code” names the error for programs, and its “type” leads here.</p>
${entries.map(([name, [happened, toDo]]) => `<h2 id="${name}"><code>${name}</code></h2>\n<p>${happened}</p>\n<p>${toDo}</p>`).join('\n')}
</main>
</body>
</html>
`

/** The page that the `type` of error responses leads to, for anyone. */
export function registerErrorPage(
  app: FastifyInstance,
  { https, store }: Pick<Context, 'https' | 'store'>,
): void {
  const hash = createHash('sha256').update(STYLES).digest('base64')
  const policy = contentPolicy({ https, uploadOrigin: store.uploadOrigin }, [`'sha256-${hash}'`])
  app.get(ERRORS_PATH, (_request, reply) =>
    reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(PAGE),
  )
}
