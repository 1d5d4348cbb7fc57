// A receiver of webhooks: verifies each with the reference library, and processes each event once.
//   npm install standardwebhooks@1.1.1
//   WEBHOOK_SECRET=whsec_... PORT=8080 node webhook-receiver.mjs
import { createServer } from 'node:http'
import { Webhook } from 'standardwebhooks'

const secret = process.env['WEBHOOK_SECRET']
if (!secret) throw new Error('Set WEBHOOK_SECRET to the secret of the webhook, whsec_...')
const webhook = new Webhook(secret)
const MAX_BYTES = 64 * 1024

/** Ids of processed events. Use a table with a unique index, so that they outlive a restart. */
const processed = new Set()

/** Your part: store the event and return; work on it afterwards. @param {unknown} event */
async function store(event) {
  console.log(JSON.stringify(event))
}

/** @param {import('node:http').IncomingMessage} request @returns the body; null if it is too large */
async function readBody(request) {
  /** @type {Buffer[]} */
  const parts = []
  let size = 0
  for await (const part of /** @type {AsyncIterable<Buffer>} */ (request)) {
    size += part.length
    if (size > MAX_BYTES) return null
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** @param {import('node:http').IncomingMessage} request @returns the status to answer with */
async function receive(request) {
  if (request.method !== 'POST') return 405
  const body = await readBody(request)
  if (body === null) return 413
  const id = String(request.headers['webhook-id'])
  let event
  try {
    // Checks the signature over the raw bytes, and that the request is not older than five minutes.
    event = webhook.verify(body, /** @type {Record<string, string>} */ (request.headers))
  } catch {
    return 401
  }
  if (processed.has(id)) return 204
  await store(event)
  processed.add(id)
  return 204
}

const server = createServer(async (request, response) => {
  const status = await receive(request).catch(() => 500)
  response.writeHead(status, { connection: 'close' }).end()
})

const port = Number(process.env['PORT'] ?? 8080)
server.listen(port, () => console.log('Waiting for webhooks on', server.address()))
