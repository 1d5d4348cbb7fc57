import { encrypt } from '#base/server/db/encrypted-columns.ts'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eventTypes } from '#features/applications/rules/events.ts'
import { newId } from '#base/server/db/id.ts'
import { integrationEvents } from '#features/applications/schema/events-schema.ts'
import { webhookDeliveries, webhookEndpoints } from '#features/integrations/schema.ts'
import { newSecret } from '#features/integrations/server/webhooks/sign.ts'
import type { Context } from '#base/server/context.ts'

/** Networks that let a test deliver to its own machine. */
export const LOOPBACK = ['127.0.0.0/8', '::1/128'] as const

/** A received request. */
export interface Received {
  headers: IncomingHttpHeaders
  body: string
}

/** A receiver on this machine. */
export interface Receiver {
  url: string
  received: Received[]
  /** How it answers; by default with 204. */
  answer: (response: ServerResponse, request: Received) => void
  close: () => Promise<void>
}

/** Starts a receiver. @param port of one that was closed, which it replaces */
export async function startReceiver(port = 0): Promise<Receiver> {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const one = { headers: request.headers, body: Buffer.concat(parts).toString() }
      received.push(one)
      receiver.answer(response, one)
    })
  })
  await new Promise<void>((listening) => {
    server.listen(port, 'localhost', listening)
  })
  const receiver: Receiver = {
    url: `http://localhost:${(server.address() as AddressInfo).port}/hook`,
    received,
    answer: (response) => response.writeHead(204).end(),
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
  return receiver
}

type Endpoint = typeof webhookEndpoints.$inferSelect

/** Inserts a webhook for all events, switched on. */
export async function makeWebhook(
  context: Pick<Context, 'database' | 'keyring' | 'now'>,
  facts: Partial<Endpoint> = {},
): Promise<{ id: string; secret: string }> {
  const [id, secret] = [newId(), newSecret()]
  await context.database.db.insert(webhookEndpoints).values({
    id,
    name: 'CRM',
    url: 'http://localhost:9/hook',
    events: [...eventTypes],
    state: 'on',
    stateReason: 'person',
    secret: encrypt(context.keyring, webhookEndpoints.secret, id, secret),
    operatorName: 'The firm',
    testedAt: context.now(),
    agreedAt: context.now(),
    createdAt: context.now(),
    ...facts,
  })
  return { id, secret }
}

/** Inserts a delivery that was given up. @returns its id, and its endpoint's */
export async function makeDelivery(
  context: Pick<Context, 'database' | 'keyring' | 'now'>,
  facts: Partial<typeof webhookDeliveries.$inferSelect> = {},
): Promise<{ id: string; endpointId: string; eventId: string }> {
  const { db } = context.database
  const endpointId = facts.endpointId ?? (await makeWebhook(context)).id
  const [id, eventId, now] = [newId(), newId(), context.now()]
  const event = { id: eventId, type: 'client.erased', body: '{}', createdAt: now, dueAt: now }
  await db.insert(integrationEvents).values({ ...event, position: Number.parseInt(eventId.slice(-12), 16) })
  const delivery = { id, endpointId, eventId, createdAt: now, nextAttemptAt: now, givenUpAt: now }
  await db.insert(webhookDeliveries).values({ ...delivery, ...facts })
  return { id, endpointId, eventId }
}
