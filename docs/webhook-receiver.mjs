// A receiver of webhooks with Node's own modules: WEBHOOK_SECRET=whsec_... PORT=8080 node webhook-receiver.mjs
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const secret = process.env['WEBHOOK_SECRET']
if (!secret) throw new Error('Set WEBHOOK_SECRET to the secret of the webhook, whsec_...')
const key = Buffer.from(secret.replace(/^whsec_/u, ''), 'base64')
/** Ids of processed events. Use a table with a unique index, so that they outlive a restart. */
const processed = new Set()

/** @param {import('node:http').IncomingHttpHeaders} headers @param {string} body */
function isGenuine({ 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signatures }, body) {
  if (!(Math.abs(Date.now() / 1000 - Number(at)) < 300)) return false
  const expected = createHmac('sha256', key)
    .update(`${String(id)}.${String(at)}.${body}`)
    .digest()
  const given = String(signatures)
    .split(' ')
    .filter((one) => one.startsWith('v1,'))
  const decoded = given.map((one) => Buffer.from(one.slice(3), 'base64'))
  return decoded.some((one) => one.length === expected.length && timingSafeEqual(one, expected))
}

/** @param {import('node:http').IncomingMessage} request @returns {Promise<number>} the status */
async function receive(request) {
  if (request.method !== 'POST') return 405
  let body = ''
  for await (const part of request.setEncoding('utf8')) if ((body += part).length > 64 * 1024) return 413
  const id = request.headers['webhook-id']
  if (!isGenuine(request.headers, body)) return 401
  if (!processed.has(id)) console.log(JSON.stringify(JSON.parse(body))) // Your part: store the event.
  processed.add(id)
  return 204
}

const server = createServer(async (request, response) => {
  response.writeHead(await receive(request).catch(() => 500), { connection: 'close' }).end()
})
server.listen(Number(process.env['PORT'] ?? 8080), () =>
  console.log('Waiting for webhooks on', server.address()),
)
