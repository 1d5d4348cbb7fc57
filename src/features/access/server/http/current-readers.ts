import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '#features/access/server/actor.ts'
import type { Context } from '#base/server/context.ts'
import { requireCurrentSession } from '#features/access/server/session-check.ts'

/** Headers of a withheld response that must be removed. */
const ABOUT_RESPONSE = ['content-disposition', 'content-length', 'etag', 'link', 'x-total-count'] as const

/** Withholds responses from callers whose session ended while the server worked on their read. */
export interface CurrentReaders {
  /** Records the caller of a request. */
  note: (request: FastifyRequest, actor: Actor) => void
  /** Fastify's `onSend` hook of every read route. */
  onSend: (request: FastifyRequest, reply: FastifyReply, payload: unknown) => Promise<unknown>
}

/** A read that waited (for a queue, an image, the database) is authorised again before its response is sent. */
export function createCurrentReaders(context: Pick<Context, 'database'>): CurrentReaders {
  const readers = new WeakMap<FastifyRequest, Actor>()
  return {
    note: (request, actor) => void readers.set(request, actor),
    async onSend(request, reply, payload) {
      const actor = readers.get(request) ?? null
      // The error response passes this hook too, and is for anyone.
      readers.delete(request)
      try {
        await requireCurrentSession(context, actor)
      } catch (error) {
        if (payload instanceof Readable) payload.destroy()
        for (const name of ABOUT_RESPONSE) reply.removeHeader(name)
        throw error
      }
      return payload
    },
  }
}
